// The limit: node:http and a JSON-RPC loop by hand, no dependencies, no validation, no checks of headers.
import { createServer } from 'node:http';
import { info, jsonSchemaTools, text } from '../shared.mjs';

const tools = new Map(jsonSchemaTools().map((tool) => [tool.name, tool]));

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined) return response.writeHead(202).end();
    const body = JSON.stringify({ result: resultOf(method, params), jsonrpc: '2.0', id });
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body);
  });
}).listen(Number(process.env.PORT), '127.0.0.1');

function resultOf(method, params) {
  if (method === 'tools/call') return text(tools.get(params.name).run(params.arguments));
  if (method === 'tools/list')
    return { tools: [...tools.values()].map(({ run: _run, ...described }) => described) };
  if (method === 'server/discover') return { supportedVersions: ['2026-07-28'] };
  return { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: info };
}
