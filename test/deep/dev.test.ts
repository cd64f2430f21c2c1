import { spawn, spawnSync } from 'node:child_process';
import { renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { Random } from '../../src/testing/seeded-random';
import { isAlive } from '../support/definitions';
import { appSource, DevProject, type DevProcess } from '../support/dev-project';
import { needs } from '../support/needs';

// 200 in CI; a developer's run makes fewer.
const SAVES = Number(process.env['DEV_SAVES'] ?? 10);

// Each takes much longer beside busy processes.
const BUSY_SAVES = Math.min(SAVES, 15);
const CALLERS = 4;
const APP = ['--app', 'src/app.ts'];

const release = (version: number): string => `export const RELEASE: number = ${version};\n`;
const importing = (module: string): string =>
  appSource(0, `import { RELEASE } from '${module}';`).replace('number = 0', 'number = RELEASE');
const PLAIN = `const { defineApp, defineTool } = require('toolwright');
const version = require('./lib/version.cjs');
const run = () => ({ version });
module.exports = defineApp({ tools: defineTool({ name: 'answer', description: 'x', inputSchema: { type: 'object' }, run }) });
`;

const running: DevProcess[] = [];
const started = (process: DevProcess): DevProcess => {
  running.push(process);
  return process;
};
afterEach(async () => {
  await Promise.all(running.splice(0).map((process) => process.end()));
});

// What else goes on in a machine while somebody saves.
function busyProcesses(count: number): () => void {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  return () => busy.forEach((child) => child.kill('SIGKILL'));
}

// In turn as `cat >` writes a file, and as most editors do.
function saveInTurn(project: DevProject, file: string, text: string, turn: number): void {
  if (turn % 2) return project.save(file, text);
  project.save(`${file}~`, text);
  renameSync(project.path(`${file}~`), project.path(file));
}

test(`${SAVES} saves under load: no call is dropped, none is answered by code that was replaced`, async () => {
  const project = new DevProject({ 'src/app.ts': appSource(0) });
  let saved = 0;
  const dev = started(project.dev(...APP));
  await dev.initialize();
  let over = false;
  const stale: unknown[] = [];
  const dropped: unknown[] = [];
  let answers = 0;
  const caller = async (): Promise<void> => {
    while (!over) {
      const known = saved;
      const reply = await dev.value('answer').catch((error: unknown) => ({ error }));
      const { version } = reply as { version?: number };
      if (version === undefined) dropped.push(reply);
      else if (version < known) stale.push({ version, known });
      answers++;
    }
  };
  const callers = Array.from({ length: CALLERS }, caller);
  for (let save = 1; save <= SAVES; save++) {
    const before = await dev.value('answer');
    const file = project.path(`release-${save}`);
    const waiting = dev.value('wait', { file });
    // Answered after the call that waits was begun.
    await dev.value('answer');
    saveInTurn(project, 'src/app.ts', appSource(save), save);
    saved = save;
    await dev.changed(save);
    expect(await dev.value('answer')).toEqual({ version: save });
    writeFileSync(file, '');
    // What was begun is finished by the version that began it.
    expect(await waiting).toEqual(before);
  }
  over = true;
  await Promise.all(callers);
  expect({ stale, dropped }).toEqual({ stale: [], dropped: [] });
  expect(answers).toBeGreaterThan(SAVES);
  expect(dev.changes).toBe(SAVES);
}, 600_000);

// The notice of a save may come late, and that of one file before that of another.
describe.each<[string, string[], (version: number, project: DevProject) => void]>([
  ['a source', APP, (version, project) => saveInTurn(project, 'src/app.ts', appSource(version), version)],
  [
    'a module of a source',
    APP,
    (version, project) => saveInTurn(project, 'src/release.ts', release(version), version),
  ],
  [
    'a new module, and then the source that imports it',
    APP,
    (version, project) => {
      project.save(`src/more/release-${version}.ts`, release(version));
      saveInTurn(project, 'src/app.ts', importing(`./more/release-${version}.js`), version);
    },
  ],
  [
    'a source, and then the new module that it imports',
    APP,
    (version, project) => {
      saveInTurn(project, 'src/app.ts', importing(`./release-${version}.js`), version);
      project.save(`src/release-${version}.ts`, release(version));
    },
  ],
  [
    'a module in plain JavaScript',
    ['--app', 'app.cjs'],
    (version, project) => saveInTurn(project, 'lib/version.cjs', `module.exports = ${version};`, version),
  ],
])('%s', (_, args, save) => {
  test(`is answered by at once, ${BUSY_SAVES} times on a busy machine`, async () => {
    const project = new DevProject({
      'src/app.ts': importing('./release.js'),
      'src/release.ts': release(0),
      'src/more/other.ts': 'export const OTHER = 1;',
      'app.cjs': PLAIN,
      'lib/version.cjs': 'module.exports = 0;',
    });
    const dev = started(project.dev(...args));
    await dev.initialize();
    expect(await dev.value('answer')).toEqual({ version: 0 });
    const leave = busyProcesses(4);
    try {
      const random = new Random(BUSY_SAVES);
      const answered: unknown[] = [];
      const saves = Array.from({ length: BUSY_SAVES }, (_each, at) => ({ version: at + 1 }));
      for (const { version } of saves) {
        // Sometimes while the version before is still settling in.
        await delay(random.between(0, 400));
        save(version, project);
        await delay(random.pick([0, random.between(0, 120)]));
        answered.push(await dev.value('answer'));
      }
      expect(answered).toEqual(saves);
    } finally {
      leave();
    }
  }, 600_000);
});

test.each([
  ['a source', APP],
  ['plain JavaScript', ['--app', 'app.cjs']],
])(
  '%s: what is saved without a difference, or beside the sources, holds a call up only until that is known',
  async (_, args) => {
    const project = new DevProject({
      'src/app.ts': importing('./release.js'),
      'src/release.ts': release(0),
      'app.cjs': PLAIN,
      'lib/version.cjs': 'module.exports = 0;',
    });
    const dev = started(project.dev(...args));
    await dev.initialize();
    for (const file of ['src/release.ts', 'src/app.ts', 'lib/version.cjs', 'app.cjs', 'tsconfig.json']) {
      const now = new Date();
      utimesSync(project.path(file), now, now);
      expect(await dev.value('answer')).toEqual({ version: 0 });
      project.save(`${file}.log`, '');
      expect(await dev.value('answer')).toEqual({ version: 0 });
      rmSync(project.path(`${file}.log`));
      expect(await dev.value('answer')).toEqual({ version: 0 });
    }
    expect(dev.stderr).not.toContain('not done after');
  },
);

test('type errors are shown, and the last good version goes on until they are corrected', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  expect(await dev.value('answer')).toEqual({ version: 1 });
  project.save('src/app.ts', appSource(2).replace('VERSION: number', 'VERSION: string'));
  await dev.said(/src\/app\.ts:\d+:\d+ error TS2322: Type 'number' is not assignable to type 'string'/);
  await dev.said(/Version 1 goes on/);
  expect(await dev.value('answer')).toEqual({ version: 1 });
  expect(dev.changes).toBe(0);
  project.save('src/app.ts', appSource(3));
  await dev.changed(1);
  expect(await dev.value('answer')).toEqual({ version: 3 });
});

// As by `git checkout` or an editor; the compiler's own watch never finds some of them again.
test('what was deleted of the build is written again with the next save', async () => {
  const project = new DevProject({
    'src/app.ts': importing('./release.js'),
    'src/release.ts': release(1),
  });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  expect(await dev.value('answer')).toEqual({ version: 1 });
  rmSync(project.path('dist'), { recursive: true });
  project.save('src/app.ts', `${importing('./release.js')}// saved\n`);
  await dev.changed(1);
  expect(await dev.value('answer')).toEqual({ version: 1 });
});

test.each([0, 50, 300, 700, 1500])(
  'a module that is deleted and written again %i ms later is found again',
  async (gap) => {
    const text = (version: number): string => `export const RELEASE: number = ${version};\n`;
    const app = appSource(0, "import { RELEASE } from './release.js';").replace(
      'number = 0',
      'number = RELEASE',
    );
    const project = new DevProject({ 'src/app.ts': app, 'src/release.ts': text(1) });
    const dev = started(project.dev(...APP));
    await dev.initialize();
    expect(await dev.value('answer')).toEqual({ version: 1 });
    project.save('src/release.ts', text(2));
    await dev.changed(1);
    rmSync(project.path('src/release.ts'));
    await new Promise((resolve) => setTimeout(resolve, gap));
    project.save('src/release.ts', text(3));
    await dev.changed(2);
    expect(await dev.value('answer')).toEqual({ version: 3 });
    // Whoever makes no call hears of the next save, too.
    for (const version of [4, 5]) {
      const { changes } = dev;
      project.save('src/release.ts', text(version));
      await dev.changed(changes + 1);
    }
    expect(await dev.value('answer')).toEqual({ version: 5 });
  },
);

// The system reports nothing of what is written through a memory map, as it reports nothing of some network file systems.
needs('python').test('a save that the system does not report is seen without a call', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  const write = `import mmap, sys
with open(sys.argv[1], 'r+b') as file:
    mapped = mmap.mmap(file.fileno(), 0)
    at = mapped.find(b'number = 1')
    mapped[at:at + 10] = b'number = 2'
    mapped.flush()`;
  expect(spawnSync('python3', ['-c', write, project.path('src/app.ts')]).status).toBe(0);
  await dev.changed(1);
  expect(await dev.value('answer')).toEqual({ version: 2 });
});

test.each<[string, string, RegExp]>([
  ['has a type error', appSource(1).replace('VERSION: number', 'VERSION: string'), /error TS2322/],
  ['throws when it is loaded', appSource(1, "throw new Error('not today');"), /not today/],
])(
  'an app that %s at the start: a client connects all the same, learns why, and is told when it is there',
  async (_, wrong, why) => {
    const project = new DevProject({ 'src/app.ts': wrong });
    const dev = started(project.dev(...APP));
    await dev.initialize();
    const list = async () => (await dev.request('tools/list')).result!['tools'] as { name: string }[];
    expect(await list()).toEqual([]);
    const refused = await dev.call('answer');
    expect(refused.error!.message).toMatch(why);
    expect(dev.stderr).toMatch(why);
    project.save('src/app.ts', appSource(2));
    await dev.changed(1);
    expect((await list()).map(({ name }) => name)).toContain('answer');
    expect(await dev.value('answer')).toEqual({ version: 2 });
  },
);

test('an app that ends its process again and again leaves no client without an answer', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1, 'setTimeout(() => process.exit(3), 300);') });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  await dev.said(/it ended too often/);
  expect((await dev.call('answer')).error!.message).toMatch(/The process of the app ended \(exit code 3\)/);
  const { changes } = dev;
  project.save('src/app.ts', appSource(2));
  await dev.changed(changes + 1);
  expect(await dev.value('answer')).toEqual({ version: 2 });
});

test('an app that cannot be opened is reported, and the last good version goes on', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  await dev.value('answer');
  project.save('src/app.ts', appSource(2, "throw new Error('not today');"));
  await dev.said(/not today/);
  expect(await dev.value('answer')).toEqual({ version: 1 });
});

test('every call is logged with its time, wrong arguments with the field that is wrong', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  await dev.call('answer');
  await dev.call('wait', { flie: 'x' });
  await dev.said(/✓ connected test 1\.0\.0/);
  await dev.said(/✓ answer [\d.]+ ms\n/);
  await dev.said(/✗ wait flie="x" [\d.]+ ms {2}invalid arguments: file: is required/);
  await dev.said(/version 1 of watched 1\.0\.0: \d tools, ready in \d+ ms/);
  expect(dev.stderr).not.toContain('\u001b');
});

test('a tool that throws is logged with its place in the sources; the client is told none of it', async () => {
  const project = new DevProject({
    'src/app.ts': appSource(1).replace('process.exit(7)', "{\n  throw new Error('nope');\n}"),
  });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  const reply = await dev.call('crash');
  expect(JSON.stringify(reply)).toContain('nope');
  expect(JSON.stringify(reply)).not.toContain('app.ts');
  await dev.said(/✗ crash [\d.]+ ms {2}Tool execution failed: nope\n {4}at .*src\/app\.ts:\d+:\d+\)?\n/);
});

test('a tool that is added is listed, and the log names it', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  expect(await dev.toolNames()).not.toContain('more');
  project.save('src/app.ts', appSource(2).replaceAll("'crash'", "'more'"));
  await dev.changed(1);
  expect(await dev.toolNames()).toContain('more');
  await dev.said(/\d tools \+more -crash/);
});

test('a question is answered to the version that asked it', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  await dev.initialize({ elicitation: {} });
  const asked = dev.value('ask');
  const question = await dev.next(({ method }) => method === 'elicitation/create');
  project.save('src/app.ts', appSource(2));
  await dev.changed(1);
  const later = dev.value('ask');
  const second = await dev.next(({ method, id }) => method === 'elicitation/create' && id !== question.id);
  for (const { id } of [second, question])
    dev.raw(`${JSON.stringify({ jsonrpc: '2.0', id, result: { action: 'accept', content: {} } })}\n`);
  expect(await asked).toMatchObject({ version: 1, answer: { action: 'accept' } });
  expect(await later).toMatchObject({ version: 2, answer: { action: 'accept' } });
});

test('an app that ends its process is started again; only the call that ended it fails', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  await expect(dev.value('crash')).rejects.toThrow("The app's process ended while it answered (exit code 7)");
  expect(await dev.value('answer')).toEqual({ version: 1 });
});

test('one that hangs when it is started again holds no call for ever', async () => {
  const project = new DevProject({
    'src/app.ts': appSource(
      1,
      `import { writeFileSync } from 'node:fs';
       // A constant condition would make the rest unreachable to the compiler.
       while (existsSync('was-here'));
       writeFileSync('was-here', '');`,
    ),
  });
  const dev = started(project.dev(...APP));
  await dev.initialize();
  await expect(dev.value('crash')).rejects.toThrow('ended while it answered');
  expect((await dev.call('answer')).error!.message).toMatch(/What was built is not open after 10 s/);
  project.save('src/app.ts', appSource(2));
  await dev.changed(dev.changes + 1);
  expect(await dev.value('answer')).toEqual({ version: 2 });
});

test('a stream of the modern era outlives the version that it was opened with', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP));
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const listen = {
    id: 'stream',
    method: 'subscriptions/listen',
    params: { _meta: meta, notifications: { toolsListChanged: true } },
  };
  dev.raw(`${JSON.stringify({ jsonrpc: '2.0', ...listen })}\n`);
  const acknowledged = 'notifications/subscriptions/acknowledged';
  await dev.next(({ method }) => method === acknowledged);
  for (const version of [2, 3]) {
    project.save('src/app.ts', appSource(version));
    await dev.changed(version - 1);
    const reply = await dev.request('tools/call', { name: 'answer', arguments: {}, _meta: meta });
    expect(JSON.stringify(reply.result)).toContain(`\\"version\\":${version}`);
  }
  const told = dev.messages.filter(({ id }) => id === undefined);
  expect(told.filter(({ method }) => method === acknowledged)).toHaveLength(1);
  for (const { params } of told)
    expect(params).toMatchObject({ _meta: { 'io.modelcontextprotocol/subscriptionId': 'stream' } });
});

test('over HTTP, the session of a client outlives the versions', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = started(project.dev(...APP, '--http', '0'));
  await dev.said(/an MCP server on (http\S+)/);
  const url = new URL(/an MCP server on (http\S+)/.exec(dev.stderr)![1]!);
  const client = new Client({ name: 'test', version: '1' });
  let tell: () => void = () => undefined;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => tell());
  await client.connect(new StreamableHTTPClientTransport(url));
  const answer = async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('answer');
    const { content } = await client.callTool({ name: 'answer', arguments: {} });
    return JSON.parse((content as { text: string }[])[0]!.text) as unknown;
  };
  expect(await answer()).toEqual({ version: 1 });
  for (const version of [2, 3]) {
    const changed = new Promise<void>((resolve) => (tell = resolve));
    project.save('src/app.ts', appSource(version));
    await changed;
    expect(await answer()).toEqual({ version });
  }
  await client.close();
  dev.child.kill('SIGTERM');
  expect(await dev.exited).toEqual({ code: 0, signal: null });
});

const LISTEN = { listen: '127.0.0.1:0' };
const listening = `import { defineApp } from 'toolwright';
export default defineApp({ name: 'watched', version: '1.0.0', config: { http: ${JSON.stringify(LISTEN)} } });`;

test('it listens on HTTP where the configuration says so', async () => {
  const project = new DevProject({
    'src/app.ts': appSource(1),
    'http.yaml': `http: ${JSON.stringify(LISTEN)}`,
  });
  const dev = started(project.dev(...APP, '--config', 'http.yaml'));
  await dev.said(/an MCP server on http:/);
  dev.child.kill('SIGTERM');
  expect(await dev.exited).toEqual({ code: 0, signal: null });
});

describe('while the first version is loaded and keeps its thread', () => {
  const processes = (project: DevProject): string[] =>
    spawnSync('ps', ['-eo', 'pid,args'], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.includes(project.folder));

  test.each<[NodeJS.Signals, { code: number | null; signal: NodeJS.Signals | null }]>([
    ['SIGTERM', { code: 0, signal: null }],
    ['SIGKILL', { code: null, signal: 'SIGKILL' }],
  ])('%s ends it, and everything that it has started', async (signal, end) => {
    const source = appSource(1, 'process.stderr.write(`loaded by ${process.pid}\\n`); for (;;);');
    const project = new DevProject({ 'src/app.ts': source });
    const dev = started(project.dev(...APP, '--http', LISTEN.listen));
    await dev.said(/loaded by \d+/);
    const version = Number(/loaded by (\d+)/.exec(dev.stderr)![1]);
    dev.child.kill(signal);
    expect(await dev.exited).toEqual(end);
    while (isAlive(version) || processes(project).length) await delay(50);
  });
});

test('where only the app says so, it serves on stdio and says why', async () => {
  const dev = started(new DevProject({ 'src/app.ts': listening }).dev(...APP));
  await dev.initialize();
  await dev.said(/the app sets http\.listen .* it serves on stdio; write --http 127\.0\.0\.1:0 for HTTP/);
});

test('an app in plain JavaScript is served without a compiler, and taken over when it is saved', async () => {
  const source = (version: number) => `const { defineApp, defineTool } = require('toolwright');
    const version = require('./lib/version.cjs');
    const run = () => ({ version });
    module.exports = defineApp({ tools: defineTool({ name: 'answer', description: 'x', inputSchema: { type: 'object' }, run }) });
    // ${version}`;
  const project = new DevProject({ 'app.cjs': source(1), 'lib/version.cjs': 'module.exports = 1;' });
  const dev = started(project.dev('--app', 'app.cjs'));
  await dev.initialize();
  expect(await dev.value('answer')).toEqual({ version: 1 });
  project.save('lib/version.cjs', 'module.exports = 2;');
  await dev.changed(1);
  expect(await dev.value('answer')).toEqual({ version: 2 });
});

test('no process outlives the connection', async () => {
  const project = new DevProject({ 'src/app.ts': appSource(1) });
  const dev = project.dev(...APP);
  await dev.initialize();
  expect(await dev.end()).toEqual({ code: 0, signal: null });
  const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
  expect(stdout).not.toContain(`${project.folder}`);
});

describe('wrong use', () => {
  const project = new DevProject({ 'src/app.ts': appSource(1), 'none/app.ts': '', 'src/empty.cjs': '' });
  test.each<[string[], RegExp]>([
    [[], /which app\? name its module: toolwright dev --app src\/app\.ts/],
    [['--app', 'src/ap.ts'], /--app: there is no file .*src\/ap\.ts/],
    [['--app', 'src/app.ts', '--tsconfig', 'tsconfig.dev.json'], /there is no .*tsconfig\.dev\.json/],
    [['--app', 'src/app.ts', '--tsconfig'], /--tsconfig: needs a value/],
    [['--app', 'src/app.ts', 'nonsense'], /dev takes options only.*--app nonsense/],
    [['--app', 'src/app.ts', '--htp', '3000'], /--htp: unknown option.*--http/],
    [['--app', 'src/app.ts', '--http', 'x'], /http/],
    [['--app', 'src/app.ts', '--http', '99999'], /option --http: http\.listen is not a port/],
  ])('%j', async (args, said) => {
    const dev = project.dev(...args);
    expect(await dev.exited).toEqual({ code: 2, signal: null });
    expect(dev.stderr).toMatch(said);
    expect(dev.stdout).toBe('');
  });
});

test('an operation in the background goes on in the version that began it, and can be asked about', async () => {
  const source = (version: number) =>
    appSource(version).replace("name: 'wait',", "name: 'wait', synchronous: false,");
  const project = new DevProject({ 'src/app.ts': source(1) });
  const dev = started(project.dev(...APP, '--operations-inline-wait', '0'));
  await dev.initialize();
  const file = project.path('go');
  const id = /op_[\w-]+/.exec(JSON.stringify(await dev.call('wait', { file })))![0];
  project.save('src/app.ts', source(2));
  await dev.changed(1);
  expect(await dev.value('answer')).toEqual({ version: 2 });
  writeFileSync(file, '');
  expect(JSON.stringify(await dev.call('await', { id }))).toMatch(/\bversion\W+1\b/);
});

test('a changed setting makes a new version; a wrong one is reported once, and the last goes on', async () => {
  const source = `import { Arg, defineApp, defineTool, ToolArguments } from 'toolwright';
class Settings extends ToolArguments { @Arg({ description: 'Whom to greet', type: 'string' }) whom = 'nobody'; }
let whom = '';
const greet = defineTool({ name: 'greet', description: 'Greet.', inputSchema: { type: 'object', properties: {} }, run: () => ({ whom }) });
export default defineApp({ name: 'watched', version: '1.0.0', settings: Settings, tools: [greet],
  start: ({ settings }) => void (whom = (settings as Settings).whom) });
`;
  const project = new DevProject({ 'src/app.ts': source, 'toolwright.yaml': 'settings: { whom: ada }\n' });
  const dev = started(project.dev(...APP, '--config', 'toolwright.yaml'));
  await dev.initialize();
  expect(await dev.value('greet')).toEqual({ whom: 'ada' });
  project.save('toolwright.yaml', 'settings: { whom: bob }\n');
  await dev.said(/version 2 of/);
  expect(await dev.value('greet')).toEqual({ whom: 'bob' });
  project.save('toolwright.yaml', 'settings: { whom: [] }\n');
  await dev.said(/Version 2 goes on/);
  expect(await dev.value('greet')).toEqual({ whom: 'bob' });
  expect(dev.stderr.match(/settings\.whom/g)).toHaveLength(1);
  expect(dev.stderr).not.toContain('need a restart');
}, 60_000);
