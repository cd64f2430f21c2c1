// The limit: a JSON-RPC loop by hand, no dependencies, no validation, replies of one tick written at once.
import { info, jsonSchemaTools, text } from './shared.mjs';

const tools = new Map(jsonSchemaTools().map((tool) => [tool.name, tool]));

let pending = '';
let out = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (pending + chunk).split('\n');
  pending = lines.pop();
  for (const line of lines) if (line) answer(JSON.parse(line));
  if (out) process.stdout.write(out);
  out = '';
});

function answer({ id, method, params }) {
  if (id === undefined) return;
  out += JSON.stringify({ result: resultOf(method, params), jsonrpc: '2.0', id }) + '\n';
}

function resultOf(method, params) {
  if (method === 'tools/call') return text(tools.get(params.name).run(params.arguments));
  if (method === 'tools/list') {
    return { tools: [...tools.values()].map(({ run: _run, ...described }) => described) };
  }
  if (method === 'initialize') {
    return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: info };
  }
  return {};
}
