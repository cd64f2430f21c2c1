import { writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../src/cli/commands/lint';
import type { LintFinding } from '../../src/lint';
import { temporaryDirectory } from '../support/temporary-directory';

// A server of another make: it checks nothing, answers as it likes, and records which tools it was asked to run.
const SERVER = `const { writeFileSync } = require('node:fs');
const input = { type: 'object', properties: { id: { type: 'string', description: 'The id on the label' } }, required: ['id'] };
const tools = [
  { name: 'get_label', description: 'Get a label, only of this shop.', inputSchema: input, annotations: { readOnlyHint: true } },
  { name: 'get_box', description: 'Get a box, only of this shop.', inputSchema: input, annotations: { readOnlyHint: true } },
  { name: 'print_label', description: 'Print a label, only of this shop.', inputSchema: input },
];
let lists = 0;
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'labels', version: '1' } }),
  'tools/list': () => ({ tools: ++lists % 2 ? tools : [...tools].reverse() }),
  'tools/call': ({ name }) => {
    writeFileSync('ran-' + name, '');
    if (name === 'get_box') return { content: [{ type: 'text', text: 'wrong' }], isError: true };
    return { content: [{ type: 'text', text: 'a label' }] };
  },
};
let rest = '';
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method](params ?? {}) }));
  }
});`;

const home = temporaryDirectory('toolwright-probes');
writeFileSync(join(home, 'labels.cjs'), SERVER);

writeFileSync(
  join(home, 'half.cjs'),
  SERVER.replace('{ tools: {} }', '{ tools: {}, prompts: {}, resources: {} }').replace(
    'result: answers[method](params ?? {})',
    "...(answers[method] ? { result: answers[method](params ?? {}) } : { error: { code: -32601, message: 'Method not found' } })",
  ),
);

const lint = (...args: string[]): Promise<LintFinding[]> => lintOf('labels.cjs', ...args);

async function lintOf(server: string, ...args: string[]): Promise<LintFinding[]> {
  let out = '';
  await command.run(['--json', '--server', `${process.execPath} ${server}`, ...args], {
    cwd: home,
    env: process.env,
    stdout: (text) => void (out += text),
    stderr: () => undefined,
  });
  return JSON.parse(out) as LintFinding[];
}

test('another server is only listed, twice; with --probe its read-only tools get one wrong argument each', async () => {
  const listed = await lint();
  expect(listed.map(({ rule }) => rule)).toEqual(['list-unstable']);
  expect(existsSync(join(home, 'ran-get_label'))).toBe(false);

  const probed = await lint('--probe');
  const raised = probed.map(({ rule, subject }) => `${rule} ${subject.name}`).sort();
  expect(raised).toEqual([
    'error-accepted get_label',
    'error-cure get_box',
    'error-field get_box',
    'error-next-step get_box',
    'list-unstable ',
  ]);
  expect(existsSync(join(home, 'ran-get_label'))).toBe(true);
  expect(existsSync(join(home, 'ran-print_label'))).toBe(false);
});

test('a server that declares more than it answers is still listed', async () => {
  const found = await lintOf('half.cjs');
  expect(found.map(({ rule }) => rule)).toEqual(['list-unstable']);
});
