import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { explainCall } from '../../src/app/wiring/bind-policy';
import type { DeclaredAccess } from '../../src/base/access';
import type { ToolShape } from '../../src/tool/tool';
import { BuiltinServer } from '../support/builtin-server';
import { CANARY, Playground } from '../support/policy-playground';
import { exampleArguments, picture, SHIPPED } from '../support/tool-examples';

// No tool writes a file that steers the server, whether or not it exists yet, whichever way it is named.
const PACKS = ['utility', 'files', 'system', 'guide', 'web', 'code', 'ai', 'operations'];
const ENV = { PATH: process.env['PATH'] ?? '' };
const CONFIG = `sandbox: off
definitions: { enable: [${SHIPPED.join(', ')}], guidance: notes/guidance.json, dirs: [own/defs] }
log: { file: logs/server.log }
prompts: prompts.yaml
modules: [mods/*.cjs]
tools: { execute_command: { allowed_commands: [], timeout: 5 } }
`;

const play = new Playground();
const STEERING = [
  'toolwright.yaml',
  '.toolwright/tools/new.json',
  'tool_guidance.json',
  'own/defs/new.json',
  'own/tool_guidance.json',
  'notes/guidance.json',
  'prompts.yaml',
  'mods/new.cjs',
  'mods/own.cjs',
  'logs/server.log',
  'home/.config/toolwright/config.yaml',
  'home/.local/state/toolwright/trust.json',
  'home/.cache/toolwright/toolwright.bundle-0.cache',
];
const state = () => STEERING.map((file) => [file, contentOf(join(play.root, file))]);
const contentOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

let server: BuiltinServer;
beforeAll(async () => {
  const put = (file: string, text: string) => {
    mkdirSync(dirname(join(play.root, file)), { recursive: true });
    writeFileSync(join(play.root, file), text);
  };
  put('prompts.yaml', 'instructions: Be kind.\n');
  put('mods/own.cjs', '');
  put('evil/toolwright.yaml', 'sandbox: off\n');
  put('evil/tool_guidance.json', '{}');
  put('tools/data.json', '{}');
  mkdirSync(join(play.root, 'home'), { recursive: true });
  mkdirSync(join(play.root, 'own/defs'), { recursive: true });
  server = await BuiltinServer.start({ directory: play.root, config: CONFIG, packs: PACKS, env: ENV });
});
afterAll(() => server.close());

// Every argument of a tool that the policy takes for a path, with the given path in it.
function withPath(tool: ToolShape, { field, kind }: DeclaredAccess, path: string): Record<string, unknown> {
  const { inputSchema } = tool.describe();
  const args = exampleArguments(inputSchema) as Record<string, unknown>;
  const schema = inputSchema.properties?.[field];
  const value = kind === 'command' ? `touch ${path}` : path;
  return { ...args, [field]: schema?.type === 'array' ? [value] : value };
}

const writers = () => {
  const paths = server.open.registry
    .list()
    .flatMap((tool) =>
      (tool.accesses ?? [])
        .filter(({ kind }) => !['cwd', 'address', 'read'].includes(kind))
        .map((access) => ({ tool, access })),
    );
  return paths.filter(({ access }) => access.effect !== 'reads');
};

test('the policy refuses every steering file in every argument of every tool and definition that may write', async () => {
  const { setup } = server.open;
  const open: string[] = [];
  expect(new Set(writers().map(({ tool }) => tool.name)).size).toBeGreaterThan(60);
  for (const { tool, access } of writers()) {
    for (const file of [...STEERING, './toolwright.yaml', join(play.root, 'sub/../toolwright.yaml')]) {
      const checked = await tool.check(withPath(tool, access, file));
      if (!checked.ok) continue;
      const judged = await explainCall(setup, tool, checked.args);
      if (!judged.some(({ refusal }) => refusal)) open.push(`${tool.name}.${access.field}: ${file}`);
    }
  }
  expect(open).toEqual([]);
});

test('what explain says is what happens: called with them, no tool changes any', async () => {
  const before = state();
  const { registry, setup } = server.open;
  for (const { tool, access } of writers()) {
    // Of the other definitions nothing may run here, so only refused calls are made.
    const others = tool.category === 'definition' && !tool.name.startsWith('files_');
    for (const file of others ? STEERING.slice(0, 4) : STEERING) {
      const args = withPath(tool, access, file);
      const checked = await tool.check(args);
      if (!checked.ok) continue;
      const refused = (await explainCall(setup, tool, checked.args)).some(({ refusal }) => refusal);
      if (others)
        expect([tool.name, access.field, file, refused]).toEqual([tool.name, access.field, file, true]);
      registry.enable(tool.name);
      const { isError, text } = await server.call(tool.name, args);
      const wasRefused = isError && /refused|configures the server|outside/.test(text);
      expect([tool.name, access.field, file, wasRefused]).toEqual([tool.name, access.field, file, refused]);
    }
  }
  expect(state()).toEqual(before);
}, 120_000);

test('no argument of any tool or definition leads outside: explain refuses it, and so does the call', async () => {
  const { registry, setup } = server.open;
  const open: string[] = [];
  let tried = 0;
  for (const tool of registry.list()) {
    for (const access of (tool.accesses ?? []).filter(({ kind }) => kind !== 'address')) {
      for (const path of ['../outside/canary.txt', play.canary, 'link-out', `file://${play.canary}`]) {
        if (path.startsWith('file:') && access.kind !== 'value') continue;
        const args = withPath(tool, access, path);
        const checked = await tool.check(args);
        if (!checked.ok) continue;
        tried++;
        const refused = (await explainCall(setup, tool, checked.args)).some(({ refusal }) => refusal);
        if (!refused) open.push(`${tool.name}.${access.field}: ${path}`);
        if (!refused && tool.category === 'definition') continue;
        registry.enable(tool.name);
        const { isError, texts } = await server.call(tool.name, args);
        expect([tool.name, access.field, path, isError]).toEqual([tool.name, access.field, path, true]);
        expect(texts.join()).not.toContain(CANARY);
      }
    }
  }
  expect(open).toEqual([]);
  expect(tried).toBeGreaterThan(300);
  expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
}, 120_000);

describe('a whole directory as the target', () => {
  test.each([
    ['files_cp', { source_files: ['evil/toolwright.yaml'], destination_path: '.' }],
    ['files_cp', { source_files: ['evil/tool_guidance.json'], destination_path: './' }],
    ['files_cp', { source_files: ['evil/.'], destination_path: '.', recursive: true }],
    ['files_mv', { source_files: ['evil/tool_guidance.json'], destination_path: '.' }],
    ['files_mv', { source_files: ['own'], destination_path: 'elsewhere' }],
    ['files_rm', { files: ['.'], recursive: true, force: true }],
    ['files_rm', { files: ['own'], recursive: true }],
    ['execute_command', { command: 'cp evil/toolwright.yaml .' }],
    ['execute_command', { command: 'mv own elsewhere' }],
  ])('%s %j is refused', async (tool, args) => {
    const before = picture(play.root);
    expect(await server.call(tool, args)).toMatchObject({
      isError: true,
      text: expect.stringContaining('it configures the server'),
    });
    expect(picture(play.root)).toEqual(before);
  });
});

describe('what is not locked', () => {
  test('steering files can be read, by tools, definitions and commands', async () => {
    for (const [tool, args] of [
      ['read_file', { path: 'toolwright.yaml' }],
      ['files_cat', { files: ['toolwright.yaml'] }],
      ['files_ls', { paths: ['.'] }],
      ['execute_command', { command: 'cat toolwright.yaml' }],
    ] as const) {
      expect([tool, (await server.call(tool, args)).isError]).toEqual([tool, false]);
    }
  });

  test('a project’s own tools directory, which nobody named or trusted', async () => {
    expect(await server.call('write_file', { path: 'tools/data.json', content: '{"a": 1}' })).toMatchObject({
      isError: false,
    });
    expect((await server.call('execute_command', { command: 'touch tools/new.json' })).isError).toBe(false);
  });
});

test('consent: deny runs nothing destructive, and nothing changes', async () => {
  const other = new Playground();
  mkdirSync(join(other.root, 'home'));
  const config = `sandbox: off\nconsent: deny\ndefinitions: { enable: [${SHIPPED.join(', ')}] }\n`;
  const denying = await BuiltinServer.start({ directory: other.root, config, packs: PACKS, env: ENV });
  try {
    const before = picture(other.base);
    const ran: string[] = [];
    for (const tool of denying.open.registry.list()) {
      const { annotations, inputSchema } = tool.describe();
      const mild = annotations?.readOnlyHint === true || annotations?.destructiveHint === false;
      if (mild || tool.pack === 'code' || tool.pack === 'operations') continue;
      denying.open.registry.enable(tool.name);
      const { isError } = await denying.call(
        tool.name,
        exampleArguments(inputSchema) as Record<string, unknown>,
      );
      if (!isError) ran.push(tool.name);
    }
    expect(ran).toEqual([]);
    const command = `return await tools.write_file({ path: 'new.txt', content: 'x' }).catch((error) => String(error));`;
    await denying.call('run', { command });
    expect(picture(other.base)).toEqual(before);
  } finally {
    await denying.close();
  }
}, 120_000);
