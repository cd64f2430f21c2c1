import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../support/free-port';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

// Every command that looks at another server, at the built server over HTTP, which wants a token.
const APP = join(__dirname, '..', 'fixtures', 'inspect', 'app.cjs');
const folder = temporaryDirectory('tw-remote-url');
const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: process.env['TMPDIR'] ?? '/tmp' };
let served: ChildProcess;
let url: string;
let bearer: string;

const toolwright = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env,
    input: '',
  });
  return { status, stdout, stderr };
};
const there = (...args: string[]) => toolwright(...args, '--url', url, '--header', bearer);

beforeAll(async () => {
  const token = toolwright('token', 'ada', '--file', 'tokens.txt').stdout.trim();
  bearer = `Authorization: Bearer ${token}`;
  const words = ['serve', '--app', APP, '--http', '0', '--http-tokens', 'tokens.txt'];
  served = spawn(process.execPath, [COMMAND, ...words], { cwd: folder, env });
  url = await new Promise<string>((resolve, reject) => {
    let said = '';
    served.on('close', () => reject(new Error(said)));
    served.stderr!.on('data', (part: Buffer) => {
      const [found] = /http:\/\/\S+\/mcp/.exec((said += part.toString())) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
});
afterAll(async () => {
  served.kill('SIGTERM');
  await new Promise((resolve) => served.once('close', resolve));
});

test('lint finds the same as in the app, but can’t know the sources', () => {
  const findings = (...args: string[]) =>
    (
      JSON.parse(toolwright('lint', '--json', '--fail-on', 'never', ...args).stdout) as { rule: string }[]
    ).map(({ rule }) => rule);
  const remote = findings('--url', url, '--header', bearer);
  expect(remote).toContain('description-purpose');
  // What the answers may be, and how the policy refuses, only an app says.
  const local = findings('--app', APP).filter((rule) => !/^(?:result|refusal|error)-/.test(rule));
  expect(remote.filter((rule) => !/^result-/.test(rule))).toEqual(local);
  expect(there('lint', '--fail-on', 'error').status).toBe(1);
  expect(there('lint', '--probe', '--fail-on', 'never')).toMatchObject({ status: 0, stderr: '' });
});

test('snapshot, diff and verify read the same contract over HTTP as from the app', () => {
  expect(there('snapshot', '--out', 'http.json')).toMatchObject({
    status: 0,
    stdout: 'http.json: 13 tools, 1 prompt, 2 resources\n',
  });
  expect(toolwright('snapshot', '--out', 'app.json', '--app', APP).status).toBe(0);
  const [http, app] = ['http.json', 'app.json'].map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(http).toBe(app);
  expect(there('diff', 'app.json')).toMatchObject({ status: 0, stdout: 'Nothing changed.\n' });
  expect(there('verify', '--contract', 'app.json').status).toBe(0);
});

test('what differs over HTTP is told, and decides the exit code', () => {
  expect(toolwright('snapshot', '--out', 'shipped.json').status).toBe(0);
  const { status, stdout } = there('diff', 'shipped.json');
  expect(status).toBe(1);
  expect(stdout).toMatch(/^major {2}tool guide_read_file: was removed$/m);
  expect(stdout).toMatch(/^minor {2}tool plan_trip: /m);
  expect(stdout).toMatch(/This is a major change\.\n$/);
  expect(there('verify', '--contract', 'shipped.json')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('The server differs from shipped.json.') as string,
  });
});

test('docs, cost, tools, describe and call work there too', () => {
  expect(there('docs', '--out', 'page.html').stdout).toBe(
    'page.html: 13 tools, 1 prompt, 2 resources, with 2 items\n',
  );
  expect(there('cost').stdout).toMatch(/^plan_trip +\d+ +\d+$/m);
  expect(there('tools').stdout).toMatch(/^plan_trip +Plan a trip/m);
  expect(there('describe', 'plan_trip').stdout).toContain('city');
  expect(there('call', 'plan_trip', '--city', 'Oslo').stdout).toContain('{"city":"Oslo"');
});

test('inspect opens it', async () => {
  const child = spawn(process.execPath, [COMMAND, 'inspect', '--url', url, '--header', bearer], {
    cwd: folder,
    env,
  });
  const address = await new Promise<string>((resolve) =>
    child.stdout.on('data', (part: Buffer) => {
      const [found] = /http:\/\/\S+token=\S+/.exec(part.toString()) ?? [];
      if (found !== undefined) resolve(found);
    }),
  );
  const first = await fetch(address);
  const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
  const { origin } = new URL(address);
  expect(await (await fetch(`${origin}/catalogue`, { headers: { cookie } })).json()).toMatchObject({
    name: 'travel',
    from: url,
  });
  // The form tells what is wrong by the schema that the server listed.
  const explained = await fetch(`${origin}/explain`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ tool: 'plan_trip', args: { city: 'Oslo', nights: 99 } }),
  });
  expect(await explained.json()).toMatchObject({ policy: 'unknown', problems: [{ field: 'nights' }] });
  child.kill('SIGINT');
  await new Promise((resolve) => child.once('close', resolve));
});

const COMMANDS = [
  ['lint'],
  ['snapshot'],
  ['verify'],
  ['diff', 'app.json'],
  ['docs'],
  ['cost'],
  ['inspect'],
  ['tools'],
];

test.each(COMMANDS)('without a token %s says in one line what the server wants', (...words) => {
  const { status, stdout, stderr } = toolwright(...words, '--url', url);
  expect({ status, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({
    status: 2,
    stdout: '',
    lines: 1,
  });
  expect(stderr).toContain(url);
  expect(stderr).toMatch(/--header "Authorization: Bearer TOKEN"/);
});

test('a wrong token, a wrong path and a server that isn’t there are told apart', async () => {
  const said = (address: string, header: string) => {
    const { status, stderr } = toolwright('lint', '--url', address, '--header', header);
    expect(status).toBe(2);
    return stderr;
  };
  expect(said(url, 'Authorization: Bearer wrong')).toMatch(
    /it answered 401: The token is unknown; give it with/,
  );
  expect(said(url.replace('/mcp', '/other'), bearer)).toMatch(/it answered 404: MCP is served on \/mcp\n$/);
  const nobody = `http://127.0.0.1:${await freePort()}/mcp`;
  expect(said(nobody, bearer)).toMatch(
    /gave no connection: connect ECONNREFUSED 127\.0\.0\.1:\d+; is the server running\?\n$/,
  );
});

test('a call with an idempotency key can be repeated, and is carried out once', () => {
  const call = (to: string) =>
    there('call', 'count_slowly', '--to', to, '--json', '--idempotency-key', 'the same for each retry');
  const [first, again, other] = [call('1'), call('1'), call('2')];
  expect(JSON.parse(first.stdout)).not.toHaveProperty(['_meta', 'toolwright/replayed']);
  expect(JSON.parse(again.stdout)).toMatchObject({ _meta: { 'toolwright/replayed': true } });
  expect(other).toMatchObject({ status: 1, stdout: expect.stringContaining('idempotency_key_reused') });
});
