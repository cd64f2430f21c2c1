import { writeFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ResultSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { appSource, DevProject, type DevProcess } from '../support/dev-project';

const APP = ['--app', 'src/app.ts', '--operations-inline-wait', '0'];
const LONG = `defineTool({ name: 'long', description: 'Say much.', inputSchema: none, answerBudget: 200,
  run: () => Array.from({ length: 2000 }, (_, at) => \`line \${at} of version \${VERSION}\`).join('\\n') })`;
const source = (version: number): string =>
  appSource(version)
    .replace("name: 'wait',", "name: 'wait', synchronous: false, taskSupport: 'optional',")
    .replace('tools: [answer', `tools: [${LONG}, answer`);

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { extensions: { 'io.modelcontextprotocol/tasks': {} } },
};

/** Sends a request of one kind of client, and returns its result. */
type Ask = (method: string, params?: Record<string, unknown>) => Promise<Record<string, unknown>>;

interface Session {
  readonly ask: Ask;
  /** Saves the next version, and waits until it serves. */
  readonly save: () => Promise<void>;
  readonly project: DevProject;
  readonly end: () => Promise<unknown>;
}

const running: Session[] = [];
afterEach(async () => {
  for (const session of running.splice(0)) await session.end();
});

function start(...more: string[]): { project: DevProject; dev: DevProcess; next: () => void } {
  const project = new DevProject({ 'src/app.ts': source(1) });
  let version = 1;
  return {
    project,
    dev: project.dev(...APP, ...more),
    next: () => project.save('src/app.ts', source(++version)),
  };
}

async function onStdio(meta?: Record<string, unknown>): Promise<Session> {
  const { project, dev, next } = start();
  let count = 1;
  if (!meta) await dev.initialize();
  const ask: Ask = async (method, params = {}) => {
    const reply = await dev.request(method, { ...params, ...(meta && { _meta: meta }) });
    if (reply.error) throw new Error(reply.error.message);
    return reply.result as Record<string, unknown>;
  };
  const save = async (): Promise<void> => {
    next();
    await dev.said(new RegExp(`version ${++count} of`));
  };
  return { project, ask, save, end: () => dev.end() };
}

async function onHttp(): Promise<Session> {
  const { project, dev, next } = start('--http', '0');
  await dev.said(/an MCP server on (http\S+)/);
  const url = new URL(/an MCP server on (http\S+)/.exec(dev.stderr)![1]!);
  const client = new Client({ name: 'test', version: '1' });
  let tell: () => void = () => undefined;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => tell());
  await client.connect(new StreamableHTTPClientTransport(url));
  const save = async (): Promise<void> => {
    const changed = new Promise<void>((resolve) => (tell = resolve));
    next();
    await changed;
  };
  const ask: Ask = (method, params = {}) => client.request({ method, params }, ResultSchema);
  const end = async () => {
    await client.close();
    dev.child.kill('SIGTERM');
    return dev.exited;
  };
  return { project, ask, save, end };
}

const WAYS: Record<string, () => Promise<Session>> = {
  'a legacy client on stdio': () => onStdio(),
  'a modern client on stdio': () => onStdio(META),
  'a legacy client over HTTP': onHttp,
};

const textOf = (result: Record<string, unknown>): string =>
  (result['content'] as { text: string }[]).map(({ text }) => text).join('\n');
const idIn = (value: unknown): string => /op_[\w-]{22}/.exec(JSON.stringify(value))![0];

describe.each(Object.keys(WAYS))('%s', (way) => {
  let session: Session;
  const call = async (name: string, args: Record<string, unknown> = {}) =>
    session.ask('tools/call', { name, arguments: args });
  beforeEach(async () => {
    session = await WAYS[way]!();
    running.push(session);
  });

  test('finds the operations of all versions in status and await without an id', async () => {
    const first = idIn(await call('wait', { file: session.project.path('one') }));
    await session.save();
    const second = idIn(await call('wait', { file: session.project.path('two') }));
    await session.save();
    const listed = await call('status');
    expect(textOf(listed)).toContain('Operations: 2 active, 0 completed (total 2)');
    expect(textOf(listed).match(/op_[\w-]{22}/g)).toEqual([first, second]);
    if (listed['structuredContent'])
      expect(listed['structuredContent']).toMatchObject({ active: 2, total: 2 });
    expect(textOf(await call('status', { tools: 'answer' }))).toContain('0 active');
    expect(textOf(await call('status', { tools: 'wa' }))).toContain('2 active');
    const waited = call('await');
    // Nothing ends before somebody waits for it.
    for (const id of [first, second])
      while (!textOf(await call('status', { id })).includes('first_wait_time')) await call('answer');
    for (const file of ['one', 'two']) writeFileSync(session.project.path(file), '');
    const text = textOf(await waited);
    expect(text).toMatch(new RegExp(`${first} \\(wait\\): Completed[^]*version\\W+1\\b`));
    expect(text).toMatch(new RegExp(`${second} \\(wait\\): Completed[^]*version\\W+2\\b`));
    expect(textOf(await call('await'))).toContain('these ended recently');
  });

  test('reports, cancels and awaits one of an earlier version by its id', async () => {
    const id = idIn(await call('wait', { file: session.project.path('never') }));
    await session.save();
    expect(textOf(await call('status', { id }))).toContain('InProgress');
    expect(textOf(await call('cancel', { id }))).toContain('Cancelled');
    expect(textOf(await call('await', { id }))).toContain('Cancelled');
    expect(textOf(await call('status'))).toContain('0 active, 1 completed');
  });

  test('reads on in an answer that an earlier version kept', async () => {
    const handle = /[\w-]{22}/.exec(
      textOf(await call('long'))
        .split('\n')
        .at(-1)!,
    )![0];
    await session.save();
    await session.save();
    expect(textOf(await call('read_result', { handle, search: 'line 1999' }))).toContain(
      'line 1999 of version 1',
    );
  });

  test('gets the tasks of an earlier version', async () => {
    const isModern = way.includes('modern');
    const begin = await session.ask('tools/call', {
      name: 'wait',
      arguments: { file: session.project.path('go') },
      ...(!isModern && { task: {} }),
    });
    const taskId = idIn(begin);
    await session.save();
    if (!isModern) {
      const { tasks } = await session.ask('tasks/list');
      expect(tasks).toMatchObject([{ taskId, status: 'working' }]);
    }
    expect(JSON.stringify(await session.ask('tasks/get', { taskId }))).toContain('"working"');
    writeFileSync(session.project.path('go'), '');
    await call('await', { id: taskId });
    const ended = await session.ask(isModern ? 'tasks/get' : 'tasks/result', { taskId });
    expect(JSON.stringify(ended)).toMatch(/\bversion\W+1\b/);
    const other = idIn(await call('wait', { file: session.project.path('never') }));
    await session.save();
    await session.ask('tasks/cancel', { taskId: other });
    expect(JSON.stringify(await session.ask('tasks/get', { taskId: other }))).toContain('"cancelled"');
  });
});
