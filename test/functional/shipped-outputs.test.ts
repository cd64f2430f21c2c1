import Ajv2020 from 'ajv/dist/2020';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outcomeError, outcomeValue, signatureOf } from '../../src/embed';
import manifest from '../../src/generated/manifest.json';
import type { Manifest } from '../../src/index';
import { LateDescription } from '../../src/tool/late-description';
import { BuiltinServer } from '../support/builtin-server';
import { ClaudeServer } from '../support/claude-server';
import { temporaryDirectory } from '../support/temporary-directory';
import { startSite, type TestSite } from '../support/web-server';

const { tools } = manifest as unknown as Manifest;
const PACKS = ['utility', 'files', 'system', 'guide', 'web', 'code', 'ai', 'operations'];

// What these leave open is another tool's own: the arguments and the value of whatever is called, kept or awaited.
const OPEN: Readonly<Record<string, readonly string[]>> = {
  await: ['data?: Record<string, unknown>'],
  call_tool: ['arguments?: Record<string, unknown>', 'unknown[] | Record<string, unknown>'],
  cancel: ['so_far?: Record<string, unknown>'],
  read_result: ['unknown[] | Record<string, unknown>'],
  status: ['data?: Record<string, unknown>'],
};

test.each(tools.map((tool) => [tool.name, tool] as const))('%s says what it returns', (name, tool) => {
  const signature = (OPEN[name] ?? []).reduce(
    (text, open) => text.replaceAll(open, ''),
    signatureOf(name, new LateDescription(tool)),
  );
  expect(signature).not.toContain('unknown');
  expect(tool.outputSchema).toBeUndefined();
});

// Every shipped tool, in an order in which each finds what it needs.
const CALLS: readonly [string, Record<string, unknown>][] = [
  ['echo', { message: 'hi' }],
  ['example_tool', { action: 'demo', message: 'hi' }],
  ['system_info', {}],
  ['write_file', { path: 'a/b.txt', create_dirs: true, content: 'one TODO\ntwo\n' }],
  ['read_file', { path: 'a/b.txt' }],
  ['read_file', { path: 'a/b.txt', start_line: 99 }],
  ['read_file', { path: 'dot.png' }],
  ['list_directory', { path: '.' }],
  ['list_directory', { path: '.', recursive: true, detail: true }],
  ['list_directory', { path: '.', limit: 1 }],
  ['search_files', { pattern: '*.txt' }],
  ['search_files', { pattern: '*.txt', content: 'TODO' }],
  ['execute_command', { command: 'echo hi' }],
  ['execute_command', { command: 'ls missing' }],
  ['web_fetch', { url: 'SITE/page' }],
  ['web_fetch', { url: 'SITE/image' }],
  ['brave_web_search', { query: 'x' }],
  ['claude_conversation', { message: 'hi' }],
  ['run', { command: '1 + 1' }],
  ['find_tools', { query: 'file' }],
  ['find_tools', { query: 'file', detail: 'full' }],
  ['find_tools', { query: 'zzzzqqq' }],
  ['status', {}],
  ['status', { id: 'op_9' }],
  ['await', {}],
  ['await', { id: 'op_9' }],
  ['cancel', { id: 'op_9' }],
  ['set_project', { name: 'shop', create: true }],
  ['get_project', {}],
  ['category_add', { name: 'docs', dir: 'docs', patterns: ['*.md'], description: 'Documents' }],
  ['category_add', { name: 'gone', dir: 'gone' }],
  ['category_change', { name: 'gone', new_description: 'x' }],
  ['category_update', { name: 'docs', add_patterns: ['*.txt'] }],
  ['category_list', {}],
  ['category_list', { verbose: false }],
  ['category_list', { verbose: true }],
  [
    'create_document',
    { category_dir: 'docs/', name: 'first', content: '# First', explicit_action: 'CREATE_DOCUMENT' },
  ],
  [
    'update_document',
    { category_dir: 'docs/', name: 'first', content: '# Next', explicit_action: 'UPDATE_DOCUMENT' },
  ],
  ['category_list_files', { category: 'docs' }],
  ['category_content', { expression: 'docs' }],
  ['get_content', { expression: 'docs' }],
  ['delete_document', { category_dir: 'docs/', name: 'first', explicit_action: 'DELETE_DOCUMENT' }],
  ['restore_document', { category_dir: 'docs/', name: 'first' }],
  ['collection_add', { name: 'all', categories: ['docs'], description: 'All' }],
  ['collection_change', { name: 'all', new_description: 'Everything' }],
  ['collection_update', { name: 'all', add_categories: ['gone'] }],
  ['collection_list', {}],
  ['collection_list', { verbose: false }],
  ['collection_list', { verbose: true }],
  ['set_feature_flag', { feature_name: 'a', value: true }],
  ['set_feature_flag', { feature_name: 'b', value: ['x', 'y'] }],
  ['set_feature_flag', { feature_name: 'c', value: { k: 'v', l: ['w'] } }],
  ['get_feature_flag', { feature_name: 'c' }],
  ['get_feature_flag', { feature_name: 'absent' }],
  ['list_feature_flags', {}],
  ['list_feature_flags', { feature_name: 'a' }],
  ['set_project_flag', { feature_name: 'p', value: 'text' }],
  ['get_project_flag', { feature_name: 'p' }],
  ['list_project_flags', {}],
  ['list_project', {}],
  ['list_project', { verbose: true }],
  ['get_project', { verbose: true }],
  ['list_projects', {}],
  ['list_projects', { verbose: true }],
  ['clone_project', { from_project: 'shop', to_project: 'other' }],
  ['collection_remove', { name: 'all' }],
  ['category_remove', { name: 'gone' }],
  ['remove_project', { name: 'other', explicit_action: 'REMOVE_PROJECT' }],
];

// A handle for `read_result` comes from a large answer; `call_tool` is there where tools are hidden, and returns what they return.
const ELSEWHERE = ['read_result', 'call_tool'];

describe('what every shipped tool really returns', () => {
  let server: BuiltinServer;
  let site: TestSite;
  let claude: ClaudeServer;

  beforeAll(async () => {
    site = await startSite({
      '/page': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>'),
      '/image': (_request, response) =>
        void response.writeHead(200, { 'content-type': 'image/png' }).end('x'),
      '/search': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            JSON.stringify({ web: { results: [{ title: 't', url: 'u', description: 'd', age: '1 day' }] } }),
          ),
    });
    claude = await ClaudeServer.start();
    const directory = temporaryDirectory('tw-outputs');
    mkdirSync(join(directory, 'shop'));
    writeFileSync(join(directory, 'dot.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]));
    server = await BuiltinServer.start({
      directory,
      packs: PACKS,
      config: [
        'example_tools: true',
        'sandbox: "off"',
        'content: { config_dir: home/guide }',
        `web: { allow_private: true, search_url: "${site.url}/search" }`,
        'tools:',
        '  execute_command: { allowed_commands: [echo, ls] }',
        '  get_project: { answer_budget: 40 }',
      ].join('\n'),
      env: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: claude.url, BRAVE_API_KEY: 'key' },
    });
  });
  afterAll(async () => {
    await server?.close();
    await site?.close();
    await claude?.stop();
  });

  test('every tool is called here', () => {
    const called = new Set(CALLS.map(([name]) => name));
    const all = [...server.open.registry.list(), ...tools].map(({ name }) => name);
    expect(all.filter((name) => !called.has(name) && !ELSEWHERE.includes(name))).toEqual([]);
  });

  test.each(CALLS)('%s %j returns what it says', async (name, args) => {
    const { registry } = server.open;
    const given = JSON.parse(JSON.stringify(args).replaceAll('SITE', site.url)) as Record<string, unknown>;
    const outcome = await registry.call(name, given);
    expect(outcome.isError ? outcomeError(outcome) : '').toBe('');
    const value = JSON.parse(JSON.stringify(outcomeValue(outcome) ?? null)) as unknown;
    const validate = new Ajv2020({ strict: false }).compile(registry.describe(name).returns!);
    validate(value);
    expect({ value, errors: validate.errors ?? [] }).toEqual({ value, errors: [] });
  });

  test('read_result returns what it says, of the text and of the data in it', async () => {
    const { texts } = await server.call('get_project', { verbose: true });
    const [, handle] = /"handle":"([^"]+)"/.exec(texts.join('\n')) ?? [];
    const inside = `await tools.read_result({ handle: ${JSON.stringify(handle)}, offset: 0 })`;
    const whole = await server.call('run', { command: `typeof (${inside})` });
    expect(whole.text).toBe('string');
  });

  test('is what a client without code mode reads too, not an envelope in the signature', async () => {
    const [contents] = await server.open.resources.read('onetool://tool/list_directory');
    const { text } = contents as { text: string };
    expect(text).toContain('Promise<{ name: string; path: string; type: string; size?: number | null }[]>');
  });
});
