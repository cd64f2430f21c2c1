import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Io } from '../../../src/cli/command';
import { main } from '../../../src/cli/main';
import { temporaryDirectory } from '../../support/temporary-directory';

// Another server with a tool that it offers only to a client whose user can be asked, and one that takes `root`.
const SERVER = `
let asks = false;
const tool = (name, properties = {}) => ({ name, description: 'Does ' + name + '.', inputSchema: { type: 'object', properties } });
const ANSWERS = {
  initialize: ({ protocolVersion, capabilities }) => {
    asks = capabilities.elicitation !== undefined;
    return { protocolVersion, capabilities: { tools: {}, prompts: {} }, serverInfo: { name: 'other', version: '1' } };
  },
  'tools/list': () => ({ tools: [tool('plain'), tool('rooted', { root: { type: 'string' } }), ...(asks ? [tool('asking')] : [])] }),
  'tools/call': ({ arguments: args }) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet' }] }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: ANSWERS[method](params ?? {}) }));
});
`;
const cwd = temporaryDirectory('tw-other-server');
writeFileSync(join(cwd, 'server.cjs'), SERVER);
const OTHER = ['--server', `${process.execPath} server.cjs`];

async function ran(words: readonly string[], more: Partial<Io> = {}) {
  let [out, err] = ['', ''];
  const io = {
    ...{ cwd, env: { HOME: cwd, PATH: process.env['PATH'] } },
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
    ...more,
  };
  return { code: await main([...words], io), out, err };
}

const terminal = { columns: 80, question: () => Promise.resolve(undefined), onEnter: () => undefined };

describe.each([
  ['a pipe', {}],
  ['a terminal', { terminal }],
])('in %s', (_, more) => {
  test.each([
    [['tools', ...OTHER]],
    [['tools', '--json', ...OTHER]],
    [['describe', 'asking', ...OTHER]],
    [['call', 'asking', '--help', ...OTHER]],
    [['complete', '--', 'call', ...OTHER, '']],
    [['cost', ...OTHER]],
    [['docs', '--markdown', ...OTHER]],
    [['snapshot', '--out', '-', ...OTHER]],
    [['lint', '--fail-on', 'never', ...OTHER]],
  ])('%j reads the list that a client with a user gets', async (words) => {
    expect((await ran(words, more)).out).toContain('asking');
  });
});

test('docs and cost count the same tokens', async () => {
  const { total } = JSON.parse((await ran(['cost', '--json', ...OTHER])).out) as {
    total: { tokens: number };
  };
  expect((await ran(['docs', '--markdown', ...OTHER])).out).toContain(`${total.tokens} tokens`);
});

test('a call tells the server whether someone can answer, and says why a listed tool is missing otherwise', async () => {
  expect(await ran(['call', 'asking', ...OTHER], { terminal })).toMatchObject({ code: 0, out: '{}\n' });
  expect(await ran(['call', 'asking', ...OTHER])).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      "'asking' is offered only to a client that can ask its user, and there is no terminal to ask in",
    ),
  });
  expect((await ran(['call', 'askin', ...OTHER])).err).toContain("there is no tool 'askin'");
});

describe('a setting of an app that is given with another server', () => {
  test.each([
    [['tools']],
    [['describe', 'plain']],
    [['call', 'plain']],
    [['prompt', 'greet']],
    [['prompt']],
    [['read']],
    [['read', 'a://b']],
    [['cost']],
    [['docs']],
    [['inspect']],
    [['lint']],
    [['snapshot']],
    [['diff']],
    [['diff', 'old.json']],
    [['eval', 'tasks.yaml']],
    [['verify']],
  ])('is explained by %j', async (words) => {
    for (const args of [
      [...words, '--root', '.', ...OTHER],
      [...words, ...OTHER, '--root=.'],
      [...words, ...OTHER, '--log-level', 'debug'],
    ]) {
      const { code, err } = await ran(args);
      expect([args, code, err]).toEqual([
        args,
        2,
        expect.stringMatching(
          /--(root|log-level): is a setting of an app that is opened here; another server takes it where it is started, such as in --server "COMMAND --\1 …"/,
        ),
      ]);
    }
  });

  test('is the argument of a tool that has one of this name', async () => {
    expect((await ran(['call', 'rooted', '--root', '.', ...OTHER])).out).toBe('{"root":"."}\n');
  });

  test('is found together with other mistakes', async () => {
    const { err } = await ran(['call', 'rooted', '--rot', '.', '--pack', 'web', ...OTHER]);
    expect(err).toMatch(/--rot: .* did you mean --root\? --pack: is a setting of an app/);
  });
});
