import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool } from '../../src/index';
import { tokenHash } from '../../src/serve/http/auth/token-file';
import { connectSdk1Http, served } from '../support/http';
import { temporaryDirectory } from '../support/temporary-directory';

const tools = [
  defineTool({
    name: 'greet',
    description: 'Greets.',
    inputSchema: { type: 'object', properties: {} },
    run: () => 'hello',
  }),
];
const read = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(new URL('/metrics', url), { headers });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};

test('is not there by default', async () => {
  const { url } = await served({ tools });
  expect((await read(url)).status).toBe(404);
});

test('counts calls by tool, door and outcome; what a client makes up is no series of its own', async () => {
  const { url } = await served({ tools }, '--http-metrics', 'local');
  const client = await connectSdk1Http(url);
  await client.callTool({ name: 'greet', arguments: {} });
  await client.callTool({ name: 'greet', arguments: {} });
  for (const name of ['made_up', 'made_up_too'])
    await client.callTool({ name, arguments: {} }).catch(() => undefined);
  const { status, type, text } = await read(url);
  expect(status).toBe(200);
  expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toContain('toolwright_calls_total{kind="tool",name="greet",door="client",outcome="ok"} 2\n');
  expect(text).toContain(
    'toolwright_calls_total{kind="tool",name="_OTHER",door="client",outcome="refused"} 2\n',
  );
  expect(text).toMatch(
    /toolwright_call_duration_seconds_bucket\{kind="tool",name="greet",door="client",le="\+Inf"\} 2\n/,
  );
  expect(text).not.toContain('made_up');
  expect(text).toMatch(/^toolwright_sessions 1$/m);
  for (const name of [
    'toolwright_event_loop_delay_seconds',
    'process_resident_memory_bytes',
    'toolwright_rate_limited_total',
  ])
    expect(text).toMatch(new RegExp(`^# TYPE ${name} \\w+\n${name} [\\d.e+-]+$`, 'm'));
});

test.each([
  ['a proxy', { 'x-forwarded-for': '10.0.0.1' }],
  ['a proxy that says so otherwise', { forwarded: 'for=10.0.0.1' }],
  ['a proxy that only tells its protocol', { 'x-forwarded-proto': 'https' }],
  ['a page', { origin: 'http://localhost' }],
  ['a page that embeds it', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
])('under `local` %s is refused', async (_, headers) => {
  const { url } = await served({ tools }, '--http-metrics', 'local');
  expect((await read(url, headers)).status).toBe(403);
});

test('under `authenticated` only callers with the grant read it', async () => {
  const directory = temporaryDirectory('tw-metrics');
  const file = join(directory, 'tokens');
  const line = (name: string): string => `${name} sha256:${tokenHash(`${name}-token`)}\n`;
  writeFileSync(file, ['prometheus', 'agent'].map(line).join(''));
  const config = join(directory, 'toolwright.yaml');
  writeFileSync(config, 'http: { principals: { prometheus: { tools: [], metrics: true }, agent: {} } }\n');
  const { url } = await served(
    { tools },
    '--config',
    config,
    '--http-tokens',
    file,
    '--http-metrics',
    'authenticated',
  );
  const as = (name: string) => read(url, { authorization: `Bearer ${name}-token` });
  expect((await as('prometheus')).text).toContain('toolwright_sessions');
  expect((await as('agent')).status).toBe(403);
  expect((await read(url)).status).toBe(401);
});
