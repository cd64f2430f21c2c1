import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import manifest from '../../src/generated/manifest.json';
import { BuiltinServer } from '../support/builtin-server';
import { ClaudeServer } from '../support/claude-server';
import { readOn } from '../support/read-on';

// Tried in large-answers.test.ts, with larger files.
const ELSEWHERE = [
  'read_file',
  'list_directory',
  'search_files',
  'execute_command',
  'web_fetch',
  'echo',
  'run',
  'read_result',
  'get_content',
  'category_content',
  'create_document',
];

const MANY = 400;
const LONG = 'Long enough that one entry alone costs a few dozen tokens, 漢字 included. '.repeat(3);
const TEXT = 'word '.repeat(100_000);
const named = (what: string): string[] => Array.from({ length: MANY }, (_, index) => `${what}-${index}`);
const keyed = <T>(names: string[], value: T): Record<string, T> =>
  Object.fromEntries(names.map((name) => [name, structuredClone(value)]));

let server: BuiltinServer;
let claude: ClaudeServer;
let search: Server;
beforeAll(async () => {
  claude = await ClaudeServer.start();
  claude.respond(200, { ...MESSAGE, content: [{ type: 'text', text: TEXT }] });
  search = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    const results = named('hit').map((title) => ({ title, url: 'https://a.example/', description: LONG }));
    response.end(JSON.stringify({ web: { results }, query: { more_results_available: false } }));
  });
  await new Promise<void>((resolve) => search.listen(0, '127.0.0.1', resolve));
  const port = (search.address() as AddressInfo).port;
  server = await BuiltinServer.start({
    packs: ['utility', 'files', 'system', 'guide', 'web', 'code', 'operations', 'ai'],
    config: `example_tools: true\nweb: { allow_private: true, search_url: "http://127.0.0.1:${port}/search" }\n`,
    env: { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: claude.url, BRAVE_API_KEY: 'k' },
  });
  await server.call('category_add', { name: 'many', dir: 'many', patterns: ['*.md'] });
  fillStore();
  mkdirSync(server.path('home/.config/toolwright/docs/many'), { recursive: true });
  for (const name of named('page'))
    writeFileSync(server.path('home/.config/toolwright/docs/many', `${name}.md`), '');
});
afterAll(async () => {
  await server?.close();
  await claude?.stop();
  search.close();
});

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};

// A store as large as years of use make it.
function fillStore(): void {
  const file = server.path('home/.config/toolwright/config.yaml');
  const store = parse(readFileSync(file, 'utf8')) as { projects: Record<string, Record<string, object>> };
  const [own] = Object.values(store.projects);
  const category = { dir: 'x', patterns: ['*.md'], description: LONG };
  own!['categories'] = { ...own!['categories'], ...keyed(named('category'), category) };
  own!['collections'] = keyed(named('collection'), { categories: ['many'], description: LONG });
  own!['project_flags'] = keyed(named('flag'), LONG);
  const others = keyed(named('project'), { name: 'p', path: '/p', description: LONG });
  const projects = Object.fromEntries(
    Object.entries(others).map(([key, project], index) => [
      key,
      { ...project, name: `p${index}`, path: `/p${index}` },
    ]),
  );
  writeFileSync(
    file,
    stringify({
      ...store,
      feature_flags: { ...keyed(named('feature'), LONG), huge: TEXT },
      projects: { ...store.projects, ...projects },
    }),
  );
}

// What makes each answer large, and how many entries (or characters) the whole then has.
const LISTINGS: Readonly<Record<string, { args?: Record<string, unknown>; holds: string; times: number }>> = {
  category_list: { args: { verbose: true }, holds: '"category-', times: MANY },
  collection_list: { args: { verbose: true }, holds: '"collection-', times: MANY },
  category_list_files: { args: { category: 'many' }, holds: '"page-', times: MANY },
  get_project: { args: { verbose: true }, holds: '"category-', times: MANY },
  list_project: { args: { verbose: true }, holds: '"flag-', times: MANY },
  list_projects: { args: { verbose: true }, holds: '"project-', times: MANY },
  list_feature_flags: { holds: '"feature-', times: MANY },
  list_project_flags: { holds: '"flag-', times: MANY },
  get_feature_flag: { args: { feature_name: 'huge' }, holds: 'word ', times: 100_000 },
  brave_web_search: { args: { query: 'x' }, holds: '"hit-', times: MANY },
  claude_conversation: { args: { message: 'x' }, holds: 'word ', times: 100_000 },
  call_tool: { args: { name: 'echo', arguments: { message: TEXT } }, holds: 'word ', times: 100_000 },
  find_tools: { args: { query: 'file', limit: 50, detail: 'full' }, holds: 'read_file', times: 1 },
};

test.each(Object.entries(LISTINGS))('%s', async (name, { args = {}, holds, times }) => {
  const whole = (await readOn(server.client, name, args)).join('');
  const found = whole.split(holds).length - 1;
  const start = whole.slice(0, 500);
  expect({ start, found: Math.min(found, times) }).toEqual({ start, found: times });
  if (whole.startsWith('{')) expect(() => JSON.parse(whole) as unknown).not.toThrow();
});

// What answers with a few words of its own, given far more than a few words.
const SHORT: Readonly<Record<string, Record<string, unknown>>> = {
  await: { tools: LONG, timeout_seconds: 1 },
  cancel: { id: TEXT },
  status: { id: TEXT },
  system_info: {},
  example_tool: { action: 'demo', message: TEXT },
  write_file: { path: 'big.txt', content: TEXT },
  category_add: { name: 'new', dir: 'new', patterns: ['*.md'], description: LONG },
  category_change: { name: 'new', new_description: LONG },
  category_update: { name: 'new', add_patterns: named('pattern') },
  category_remove: { name: 'new' },
  collection_add: { name: 'new', categories: ['many'], description: LONG },
  collection_change: { name: 'new', new_description: LONG },
  collection_update: { name: 'new', add_categories: named('category') },
  collection_remove: { name: 'new' },
  set_feature_flag: { feature_name: 'huge', value: TEXT },
  set_project_flag: { feature_name: 'huge', value: TEXT },
  get_project_flag: { feature_name: 'huge' },
  update_document: { category_dir: 'many', name: TEXT, content: TEXT, explicit_action: 'UPDATE_DOCUMENT' },
  delete_document: { category_dir: 'many', name: TEXT, explicit_action: 'DELETE_DOCUMENT' },
  restore_document: { category_dir: 'many', name: TEXT },
  clone_project: { from_project: 'p1' },
  set_project: { name: 'p2', verbose: true },
  remove_project: { name: 'p3', explicit_action: 'REMOVE_PROJECT' },
};

test.each(Object.entries(SHORT))('%s', async (name, args) => {
  await readOn(server.client, name, args);
});

test('no shipped tool is forgotten', () => {
  const known = new Set([...ELSEWHERE, ...Object.keys(LISTINGS), ...Object.keys(SHORT)]);
  expect(manifest.tools.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});
