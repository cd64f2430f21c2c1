import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, Prompt, Resource } from '../../src/index';
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

// As Prometheus reads it: every line is a comment or a sample, every label is quoted, no series is there twice.
function scraped(text: string): Map<string, number> {
  const label = String.raw`[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*"`;
  const sample = new RegExp(String.raw`^([a-zA-Z_:][\w:]*(?:\{${label}(?:,${label})*\})?) (\S+)$`);
  const series = new Map<string, number>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.slice(0, -1).split('\n')) {
    if (/^# (?:HELP|TYPE) [a-zA-Z_:][\w:]* \S/.test(line)) continue;
    const [, name = '', value = ''] = sample.exec(line) ?? [];
    expect([line, name]).not.toEqual([line, '']);
    expect([line, series.has(name), Number.isNaN(Number(value))]).toEqual([line, false, false]);
    series.set(name, Number(value));
  }
  return series;
}

test('names that a client makes up add no series, whatever is in them, and break no line', async () => {
  @Prompt({ name: 'greet', description: 'Has the name of a tool.' })
  class Greet {
    render(): string {
      return 'hello';
    }
  }
  @Resource({ uri: 'greeting://word', description: 'A word.' })
  class Word {
    read(): string {
      return 'hello';
    }
  }
  const { url } = await served({ tools, prompts: [Greet], resources: [Word] }, '--http-metrics', 'local');
  const client = await connectSdk1Http(url);
  const hostile = [
    'a"b',
    'a\\',
    'a\n# TYPE x counter\nx 1',
    '"} 1\ny{z="',
    '__proto__',
    'constructor',
    '',
    '\u2028',
    '_OTHER',
  ];
  const names = [...hostile, ...Array.from({ length: 300 }, (_, index) => `made_up_${index}`)];
  await client.callTool({ name: 'greet', arguments: {} });
  await client.getPrompt({ name: 'greet' });
  const after = async (list: readonly string[]) => {
    for (const name of list) {
      await client.callTool({ name, arguments: {} }).catch(() => undefined);
      await client.getPrompt({ name }).catch(() => undefined);
      await client.readResource({ uri: `x:${encodeURIComponent(name)}` }).catch(() => undefined);
    }
    return scraped((await read(url)).text);
  };
  const few = await after(names.slice(0, 1));
  const many = await after(names.slice(1));
  expect([...many.keys()]).toEqual([...few.keys()]);
  expect(JSON.stringify([...many.keys()])).not.toMatch(/made_up|__proto__|constructor|u2028/);
  const calls = (kind: string, name: string, outcome: string) =>
    many.get(`toolwright_calls_total{kind="${kind}",name="${name}",door="client",outcome="${outcome}"}`);
  expect([calls('tool', 'greet', 'ok'), calls('prompt', 'greet', 'ok')]).toEqual([1, 1]);
  expect(calls('tool', '_OTHER', 'refused')).toBe(names.length);
  expect(calls('prompt', '_OTHER', 'failed')).toBe(names.length);
  expect(calls('resource', 'resources/read', 'failed')).toBe(names.length);
});

test('a prompt that fails is counted under its own name, so that somebody can be told', async () => {
  @Prompt({ name: 'broken', description: 'Breaks.' })
  class Broken {
    render(): string {
      throw new Error('broken');
    }
  }
  const { url } = await served({ tools, prompts: [Broken] }, '--http-metrics', 'local');
  const client = await connectSdk1Http(url);
  for (const name of ['broken', 'made_up']) await client.getPrompt({ name }).catch(() => undefined);
  const series = scraped((await read(url)).text);
  const failed = (name: string) =>
    series.get(`toolwright_calls_total{kind="prompt",name="${name}",door="client",outcome="failed"}`);
  expect([failed('broken'), failed('_OTHER')]).toEqual([1, 1]);
});

test('while what keeps the operations is away, everything else is still told', async () => {
  const slow = defineTool({
    name: 'slow',
    description: 'Goes to the background.',
    inputSchema: { type: 'object', properties: {} },
    synchronous: false,
    run: () => 'done',
  });
  const { url } = await served(
    { tools: [...tools, slow] },
    ...['--http-metrics', 'local', '--operations', 'redis://127.0.0.1:1'],
  );
  const client = await connectSdk1Http(url);
  await client.callTool({ name: 'greet', arguments: {} });
  await client.callTool({ name: 'slow', arguments: {} }).catch(() => undefined);
  const { status, text } = await read(url);
  expect(status).toBe(200);
  const series = scraped(text);
  expect(series.get('toolwright_operations_reachable')).toBe(0);
  expect(series.has('toolwright_operations_running')).toBe(false);
  expect(series.get('toolwright_calls_running')).toBe(0);
});

test('operations that are kept in the process are reachable', async () => {
  const slow = defineTool({
    name: 'slow',
    description: 'Goes to the background.',
    inputSchema: { type: 'object', properties: {} },
    synchronous: false,
    run: () => 'done',
  });
  const { url } = await served({ tools: [slow] }, '--http-metrics', 'local');
  const client = await connectSdk1Http(url);
  await client.callTool({ name: 'slow', arguments: {} });
  const series = scraped((await read(url)).text);
  expect(series.get('toolwright_operations_reachable')).toBe(1);
  expect(series.get('toolwright_operations_running')).toBe(0);
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
