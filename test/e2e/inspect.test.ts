import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const APP = join(__dirname, '..', 'fixtures', 'inspect', 'app.cjs');
const ENDING = join(__dirname, '..', 'fixtures', 'inspect', 'ending.cjs');
const folder = temporaryDirectory('tw-inspect');
const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: process.env['TMPDIR'] ?? '/tmp' };

const started: ChildProcess[] = [];
afterAll(() => started.forEach((child) => child.kill('SIGKILL')));

// Starts the command, and opens its address as a browser would; the rest of the requests have the cookie.
const inspect = async (...args: string[]) => {
  const child = spawn(process.execPath, [COMMAND, 'inspect', ...args], { cwd: folder, env });
  started.push(child);
  let printed = '';
  const url = await new Promise<URL>((resolve, reject) => {
    child.stderr.on('data', (part: Buffer) => (printed += part.toString()));
    child.on('close', () => reject(new Error(`it ended: ${printed}`)));
    child.stdout.on('data', (part: Buffer) => {
      const [found] = /http:\/\/\S+token=\S+/.exec(part.toString()) ?? [];
      if (found !== undefined) resolve(new URL(found));
    });
  });
  const first = await fetch(url);
  const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { cookie, origin: url.origin, 'content-type': 'application/json' };
    const answer = await fetch(`${url.origin}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const get = (path: string) => fetch(`${url.origin}${path}`, { headers: { cookie } });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  return { child, url, first, get, post, closed };
};

// Returns a function that waits until what the page is told matches.
const follow = async (
  get: (path: string) => Promise<Response>,
): Promise<(wanted: RegExp) => Promise<void>> => {
  const events = (await get('/events')).body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async (wanted) => {
    while (!wanted.test(text)) {
      const { done, value } = await events.read();
      if (done) throw new Error(`the events ended before ${wanted}: ${text}`);
      text += value;
    }
  };
};

test('it serves the page on the loopback until Ctrl-C', async () => {
  const { child, url, first, get, post, closed } = await inspect('--app', APP);
  expect(url.hostname).toBe('127.0.0.1');
  expect(await first.text()).toMatch(/<script type="module" src="\/page\.js"><\/script>/);
  for (const path of ['/page.js', '/page.css', '/icon.svg']) expect((await get(path)).status).toBe(200);
  const catalogue = (await (await get('/catalogue')).json()) as Record<string, unknown>;
  expect(catalogue).toMatchObject({ name: 'travel', version: '2.1.0', isApp: true, savesTests: true });
  // A call that goes on, and a page that listens, don't keep it from ending.
  await post('/call', { tool: 'count_slowly', args: { to: 10_000 } });
  await get('/events');
  child.kill('SIGINT');
  expect(await closed).toBe(0);
});

test('it inspects any other server, whose policy it doesn’t know', async () => {
  const { child, get, post, closed } = await inspect('--server', `${process.execPath} ${APP}`);
  const catalogue = (await (await get('/catalogue')).json()) as { tools: { name: string }[] };
  expect(catalogue).toMatchObject({ name: 'travel', isApp: false, savesTests: false });
  expect(catalogue.tools.map(({ name }) => name)).toContain('plan_trip');
  expect(await post('/explain', { tool: 'plan_trip', args: {} })).toEqual({
    policy: 'unknown',
    decisions: [],
    problems: [{ field: 'city', message: 'is required' }],
  });
  expect(await post('/read', { uri: 'trip://notes' })).toMatchObject([{ uri: 'trip://notes' }]);
  child.kill('SIGTERM');
  expect(await closed).toBe(0);
});

test('it inspects a server by its address, with headers', async () => {
  const env = { ...process.env, HOME: folder };
  const served = spawn(process.execPath, [COMMAND, 'serve', '--app', APP, '--http', '0'], {
    cwd: folder,
    env,
  });
  started.push(served);
  const address = await new Promise<string>((resolve) => {
    served.stderr.on('data', (part: Buffer) => {
      const [found] = /http:\/\/\S+\/mcp/.exec(part.toString()) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  const { child, get, post, closed } = await inspect('--url', address, '--header', 'X-Who: me');
  expect(await (await get('/catalogue')).json()).toMatchObject({
    name: 'travel',
    from: address,
    isApp: false,
  });
  const until = await follow(get);
  await post('/call', { tool: 'count_slowly', args: { to: 2 } });
  await until(/"progress":\{"progress":1,"total":2/);
  await until(/"state":"done"[^\n]*\{\\"counted\\":2\}/);
  child.kill('SIGINT');
  expect(await closed).toBe(0);
  served.kill('SIGTERM');
});

test('a call that was saved as a test passes as one', async () => {
  const { child, get, post, closed } = await inspect('--app', APP);
  const until = await follow(get);
  const { id } = await post('/call', { tool: 'list_hotels', args: { many: 2 } });
  const { id: failing } = await post('/call', { tool: 'count_slowly', args: { to: 0 } });
  await until(/"tool":"list_hotels"[^]*"state":"done"/);
  await until(/"tool":"count_slowly"[^]*"state":"failed"/);
  const { file, text } = await post('/save', { ids: [id, failing], runner: 'node' });
  expect(file).toBe(`list-hotels-count-slowly-call-${id as number}-${failing as number}.test.cjs`);
  child.kill('SIGINT');
  await closed;
  mkdirSync(join(folder, 'test'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(__dirname, '..', '..'), join(folder, 'node_modules', 'toolwright'), 'dir');
  writeFileSync(join(folder, 'test', 'inspected.test.cjs'), text as string);
  const { status, stdout } = spawnSync(process.execPath, ['--test', 'test/inspected.test.cjs'], {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/# pass 2|pass 2/) as string,
  });
});

test('a question of another server reaches the call that runs, even if a later one has ended', async () => {
  const { child, get, post, closed } = await inspect('--server', `${process.execPath} ${APP}`);
  const until = await follow(get);
  const { id } = await post('/call', { tool: 'book_table', args: { after: 500 } });
  await post('/call', { tool: 'plan_trip', args: { city: 'Rome' } });
  await until(/"tool":"plan_trip"[^]*"state":"done"/);
  await until(/"tool":"book_table"[^\n]*"question":\{"number":1/);
  await post('/answer', { id, number: 1, action: 'accept', content: { name: 'Ada', room: 'hall' } });
  await until(/"tool":"book_table"[^\n]*"state":"done"[^\n]*Ada/);
  child.kill('SIGINT');
  expect(await closed).toBe(0);
});

test('a server that ends is told of in the terminal, once, and can be started again', async () => {
  const { child, get, post, closed } = await inspect('--server', `${process.execPath} ${ENDING}`);
  let printed = '';
  child.stderr.on('data', (part: Buffer) => (printed += part.toString()));
  const until = await follow(get);
  const before = await (await get('/catalogue')).json();
  await post('/call', { tool: 'exit_now', args: { code: 3 } });
  await until(/"kind":"ended","ended":"exit code 3"/);
  expect(await (await get('/catalogue')).json()).toEqual(before);
  expect(await post('/read', { uri: 'x://y' })).toEqual({
    problem: expect.stringMatching(/^The server has ended \(exit code 3\)\./) as string,
  });
  expect(await post('/restart', {})).toEqual({});
  await until(/"kind":"ended"\}/);
  await post('/call', { tool: 'greet', args: { name: 'Ada' } });
  await until(/"tool":"greet"[^\n]*"state":"done"/);
  child.kill('SIGINT');
  expect(await closed).toBe(0);
  expect(printed).toBe('The server ended (exit code 3). The page can start it again.\n');
});

test('a port that is in use is reported with the cure', async () => {
  const { url, child, closed } = await inspect('--app', APP);
  const args = [COMMAND, 'inspect', '--app', APP, '--port', url.port];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: `toolwright inspect: --port: ${url.port} is in use; name another one, or leave the option out\n`,
  });
  child.kill('SIGINT');
  await closed;
});

test('docs writes the catalogue of an app and of a server, the same tools in both forms', () => {
  const docs = (...args: string[]) =>
    spawnSync(process.execPath, [COMMAND, 'docs', ...args], { cwd: folder, env, encoding: 'utf8' });
  expect(docs('--app', APP, '--out', 'page.html').stdout).toMatch(
    /^page\.html: \d+ tools, 1 prompt, 2 resources, with 2 items\n$/,
  );
  const page = readFileSync(join(folder, 'page.html'), 'utf8');
  const markdown = docs('--server', `${process.execPath} ${APP}`, '--markdown').stdout;
  for (const name of ['plan_trip', 'book_table', 'misbehave']) {
    expect(page).toContain(`<h3>${name}</h3>`);
    expect(markdown).toContain(`### ${name.replace('_', '\\_')}`);
  }
  expect(page).not.toMatch(/<script|<img|<link|@import|url\(/);
  writeFileSync(join(folder, 'kept.md'), 'x');
  expect(docs('--app', APP, '--out', 'kept.md').status).toBe(2);
  expect(readFileSync(join(folder, 'kept.md'), 'utf8')).toBe('x');
  expect(docs('--app', APP, '--out', 'kept.md', '--force').status).toBe(0);
  expect(readFileSync(join(folder, 'kept.md'), 'utf8')).toMatch(
    /^<!-- toolwright docs -->\n\n# travel 2\.1\.0\n/,
  );
});
