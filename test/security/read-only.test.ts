import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainCall } from '../../src/app/wiring/bind-policy';
import { BuiltinServer } from '../support/builtin-server';
import { Playground } from '../support/policy-playground';
import { exampleArguments, picture, SHIPPED } from '../support/tool-examples';

// Under `read_only: true` every tool and every shipped definition is called with valid arguments, and nothing may change.
const PACKS = ['utility', 'files', 'system', 'guide', 'web', 'code', 'ai', 'operations'];
const CONFIG = (readOnly: boolean) => `read_only: ${readOnly}
sandbox: off
definitions: { enable: [${SHIPPED.join(', ')}] }
tools: { execute_command: { allowed_commands: [], timeout: 5 } }
`;
// Where nothing but a call in turn, or the server's memory, is touched.
const JUDGED_IN_TURN = ['execute_command', 'run', 'cancel'];

const play = new Playground();
let server: BuiltinServer;
beforeAll(async () => {
  execFileSync('git', ['init', '-q'], { cwd: play.root });
  mkdirSync(join(play.root, 'home'));
  server = await BuiltinServer.start({ directory: play.root, config: CONFIG(true), packs: PACKS });
});
afterAll(() => server.close());

test('whatever changes something is refused at the door, and nothing changes', async () => {
  const before = picture(play.base);
  const tools = server.open.registry.list();
  expect(tools.length).toBeGreaterThan(100);
  const open: string[] = [];
  for (const tool of tools) {
    const { inputSchema, annotations } = tool.describe();
    const reads = annotations?.readOnlyHint === true && tool.category !== 'definition';
    if (reads && ['claude_conversation', 'brave_web_search', 'web_fetch'].includes(tool.name)) continue;
    const example = exampleArguments(inputSchema) as Record<string, unknown>;
    const inner = { name: 'write_file', arguments: { path: 'a.txt', content: 'changed' } };
    const args = tool.name === 'call_tool' ? inner : example;
    // Also where its program is not installed.
    server.open.registry.enable(tool.name);
    const { text, isError } = await server.call(tool.name, args);
    if (reads || JUDGED_IN_TURN.includes(tool.name)) continue;
    if (!isError || !text.includes('read_only: true')) open.push(`${tool.name}: ${text.slice(0, 200)}`);
  }
  expect(open).toEqual([]);
  expect(picture(play.base)).toEqual(before);
}, 120_000);

describe('command lines', () => {
  test.each([
    'cat a.txt',
    'ls -l | sort | head -1',
    'grep -rn alpha sub',
    'find sub -type f -exec cat {} +',
    "sed s/a/b/ a.txt && sh -c 'cat a.txt > /dev/null'",
    'awk {print} a.txt',
  ])('%s reads', async (command) => {
    expect(await server.call('execute_command', { command })).toMatchObject({ isError: false });
  });

  test.each([
    'echo x > new',
    'cat a.txt >> a.txt',
    "sh -c 'echo x > new'",
    'sed -i s/a/b/ a.txt',
    'sort -o a.txt a.txt',
    'uniq a.txt new',
    'tee new',
    'touch new',
    'split a.txt',
    'find . -delete',
    'find . -fprint new',
    'find sub -type f -exec touch {} +',
    'tar cf new.tar a.txt',
    'git init',
    'env cp a.txt new',
    'node --version',
    'make',
  ])('%s is refused', async (command) => {
    const before = picture(play.base);
    const { text, isError } = await server.call('execute_command', { command });
    expect([isError, text]).toEqual([true, expect.stringContaining('read_only: true (toolwright.yaml:1:')]);
    expect(picture(play.base)).toEqual(before);
  });
});

test('code can change nothing either', async () => {
  const before = picture(play.base);
  const command = `return await tools.write_file({ path: 'new.txt', content: 'x' }).catch((error) => String(error));`;
  expect((await server.call('run', { command })).text).toContain('read_only: true');
  expect(picture(play.base)).toEqual(before);
});

test('policy explain agrees', async () => {
  const { registry, setup } = server.open;
  const judged = await explainCall(setup, registry.get('write_file')!, { path: 'new.txt', content: 'x' });
  expect(judged[0]).toMatchObject({
    decisions: [{ allowed: false, rule: { rule: 'read_only: true' } }],
    refusal: expect.anything() as unknown,
  });
  expect(await explainCall(setup, registry.get('echo')!, { text: 'x' })).toEqual([]);
});

test('a changed file is in force without a restart', async () => {
  const own = await BuiltinServer.start({ config: CONFIG(false), packs: ['files'] });
  try {
    const write = () => own.call('write_file', { path: 'new.txt', content: 'x' });
    expect((await write()).isError).toBe(false);
    writeFileSync(own.path('toolwright.yaml'), CONFIG(true));
    let reply = await write();
    for (let tries = 0; tries < 100 && !reply.isError; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 40));
      reply = await write();
    }
    expect(reply.text).toContain('read_only: true');
  } finally {
    await own.close();
  }
});
