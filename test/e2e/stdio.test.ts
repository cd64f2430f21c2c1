import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { SERVE, ServerProcess, type Message } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

let folder: string;
const servers: ServerProcess[] = [];

beforeEach(async () => {
  folder = temporaryDirectory('toolwright-e2e');
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.child.kill('SIGKILL');
    await server.exited;
  }
});

function start(args: string[] = [], env: Record<string, string> = {}): ServerProcess {
  const server = new ServerProcess(['--pack', 'utility', ...args], {
    cwd: folder,
    env: { XDG_CONFIG_HOME: folder, ...env },
  });
  servers.push(server);
  return server;
}

const textIn = (message: Message): string => (message.result!['content'] as { text: string }[])[0]!.text;

describe('names', () => {
  test('G1 with nothing set every name begins with guide_', async () => {
    const server = start();
    await server.initialize();
    expect(await server.toolNames()).toEqual(['guide_echo', 'guide_read_result']);
  });

  test('G2 MCP_TOOL_PREFIX gives the prefix', async () => {
    const server = start([], { MCP_TOOL_PREFIX: 'acme' });
    await server.initialize();
    expect(await server.toolNames()).toEqual(['acme_echo', 'acme_read_result']);
  });

  test('G3 an explicitly empty MCP_TOOL_PREFIX means none', async () => {
    const server = start([], { MCP_TOOL_PREFIX: '' });
    await server.initialize();
    expect(await server.toolNames()).toEqual(['echo', 'read_result']);
  });

  test.each([
    ['true', true],
    ['false', false],
    ['1', false],
  ])('G7 MCP_INCLUDE_EXAMPLE_TOOLS=%s', async (value, there) => {
    const server = start([], { MCP_INCLUDE_EXAMPLE_TOOLS: value });
    await server.initialize();
    expect((await server.toolNames()).includes('guide_example_tool')).toBe(there);
  });
});

test('a real SDK client lists, calls and leaves', async () => {
  const client = new Client({ name: 'real', version: '1.0.0' });
  const env = { ...(process.env as Record<string, string>), MCP_INCLUDE_EXAMPLE_TOOLS: 'true' };
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...SERVE, '--pack', 'utility'],
      env,
      cwd: folder,
      stderr: 'ignore',
    }),
  );
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([
    'guide_echo',
    'guide_example_tool',
    'guide_read_result',
  ]);
  const result = await client.callTool({ name: 'guide_echo', arguments: { message: 'Hello' } });
  expect(result.content).toEqual([{ type: 'text', text: 'Echo: Hello' }]);
  await client.close();
});

test('T2 echo answers with the message, and without one is no error', async () => {
  const server = start();
  await server.initialize();
  expect(textIn(await server.call('guide_echo', { message: 'Hello' }))).toBe('Echo: Hello');
  const empty = await server.call('guide_echo');
  expect(textIn(empty)).toBe('Echo: ');
  expect(empty.result!['isError']).toBeUndefined();
});

describe('an improper request is answered as the protocol says, and survived', () => {
  const alive = async (server: ServerProcess): Promise<void> => {
    expect(textIn(await server.call('guide_echo', { message: 'still here' }))).toBe('Echo: still here');
  };

  test.each<[string, unknown, number]>([
    ['tools/call without a name', {}, -32602],
    ['tools/call with a number as name', { name: 5 }, -32602],
    ['tools/call with text for arguments', { name: 'guide_echo', arguments: 'message' }, -32602],
    ['tools/call with a list for arguments', { name: 'guide_echo', arguments: [1] }, -32602],
    ['tools/call of an unknown tool', { name: 'guide_ecko' }, -32001],
  ])('%s', async (_what, params, code) => {
    const server = start();
    await server.initialize();
    expect((await server.request('tools/call', params)).error!.code).toBe(code);
    await alive(server);
  });

  test('T22 a call before initialize is refused', async () => {
    const server = start();
    const early = await server.request('tools/call', { name: 'guide_echo', arguments: {} });
    expect(early.error!.code).toBe(-32602);
    await server.initialize();
    await alive(server);
  });

  test('a line that is no JSON, a batch, another version, a foreign id', async () => {
    const server = start();
    await server.initialize();
    server.raw('this is not JSON\n');
    await server.next((message) => message.error?.code === -32700 && message.id === null);
    for (const line of [
      '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
      '{"jsonrpc":"1.0","id":77,"method":"ping"}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '"text"',
      '{}',
    ]) {
      const before = server.messages.filter((message) => message.error?.code === -32600).length;
      server.raw(`${line}\n`);
      await server.next(
        (message) =>
          message.error?.code === -32600 &&
          server.messages.filter((each) => each.error?.code === -32600).length > before,
      );
    }
    expect((await server.request('no/such/method')).error!.code).toBe(-32601);
    await alive(server);
  });

  test('a line beyond 10 MB is answered, one below is taken', async () => {
    const server = start(['--answers-budget', '0']);
    await server.initialize();
    server.raw(
      `{"jsonrpc":"2.0","id":900,"method":"ping","params":{"x":"${'y'.repeat(11 * 1024 * 1024)}"}}\n`,
    );
    const refused = await server.next((message) => message.error?.code === -32600);
    expect(refused.error!.message).toContain('10 MiB');
    const long = 'z'.repeat(9 * 1024 * 1024);
    expect(textIn(await server.call('guide_echo', { message: long }))).toBe(`Echo: ${long}`);
    await alive(server);
  });

  test('10,000 levels of nesting, __proto__ keys, NUL and lone surrogates', async () => {
    const server = start();
    await server.initialize();
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    server.raw(
      `{"jsonrpc":"2.0","id":901,"method":"tools/call","params":{"name":"guide_echo","arguments":{"message":${deep}}}}\n`,
    );
    expect((await server.next((message) => message.id === 901)).result!['isError']).toBe(true);
    server.raw(
      '{"jsonrpc":"2.0","id":902,"method":"tools/call","params":{"name":"guide_echo","arguments":{"__proto__":{"message":"x"}}}}\n',
    );
    const poisoned = await server.next((message) => message.id === 902);
    expect(textIn(poisoned)).toContain('__proto__ is not a known argument');
    const odd = await server.call('guide_echo', { message: 'a\u0000b\ud800c' });
    expect(textIn(odd)).toContain('a\u0000b');
    await alive(server);
  });

  test('a duplicate id and 500 calls at once', async () => {
    const server = start();
    await server.initialize();
    const same =
      '{"jsonrpc":"2.0","id":903,"method":"tools/call","params":{"name":"guide_echo","arguments":{"message":"twin"}}}\n';
    server.raw(same + same);
    await server.next((message) => message.id === 903);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, index) => server.call('guide_echo', { message: `m${index}` })),
    );
    expect(answers.map(textIn)).toEqual(Array.from({ length: 500 }, (_, index) => `Echo: m${index}`));
  });
});

describe('the end', () => {
  test('comes when stdin closes', async () => {
    const server = start();
    await server.initialize();
    expect(await server.end()).toEqual({ code: 0, signal: null });
  });

  test('a last request without a newline is still answered', async () => {
    const server = start();
    await server.initialize();
    server.raw('{"jsonrpc":"2.0","id":904,"method":"ping"}');
    server.child.stdin.end();
    expect((await server.next((message) => message.id === 904)).result).toEqual({});
    expect((await server.exited).code).toBe(0);
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('comes with %s', async (signal) => {
    const server = start();
    await server.initialize();
    server.child.kill(signal);
    expect((await server.exited).code).toBe(0);
  });

  test('comes quietly when the client vanishes with its end of the pipe', async () => {
    const server = start();
    await server.initialize();
    server.child.stdout.destroy();
    server.raw(
      Array.from(
        { length: 50 },
        (_, id) => `${JSON.stringify({ jsonrpc: '2.0', id: 1000 + id, method: 'tools/list' })}\n`,
      ).join(''),
    );
    expect((await server.exited).code).toBe(0);
    expect(server.stderr).not.toContain('EPIPE');
  });
});

describe('the log', () => {
  test('G13 at TRACE to a file: the call line precedes the success line, under the bare name', async () => {
    const file = join(folder, 'logs', 'server.log');
    const server = start([], { MG_LOG_LEVEL: 'TRACE', MG_LOG_FILE: file, MCP_INCLUDE_EXAMPLE_TOOLS: 'true' });
    await server.initialize();
    await server.call('guide_echo', { message: 'x' });
    await server.call('guide_example_tool', { action: 'demo' });
    await server.end();
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('Tool'));
    expect(lines.map((line) => line.replace(/^.* - (TRACE|DEBUG) - /, '$1 '))).toEqual([
      'TRACE Tool called: echo',
      'DEBUG Tool echo completed successfully',
      'TRACE Tool called: example_tool',
      'TRACE Tool example_tool completed successfully',
    ]);
  });

  test('G14 as JSON: one object a line with its six keys, and stdout carries only the protocol', async () => {
    const server = start([], { MG_LOG_LEVEL: 'TRACE', MG_LOG_JSON: 'yes' });
    await server.initialize();
    await server.call('guide_echo', { message: 'a\nb' });
    await server.end();
    const lines = server.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) {
      for (const key of ['timestamp', 'level', 'logger', 'message', 'module', 'function'])
        expect(line).toHaveProperty(key);
    }
    const called = lines.find((line) => line['message'] === 'Tool called: echo');
    expect(called).toMatchObject({ module: 'pipeline', function: 'logged' });
    for (const line of server.stdout.trim().split('\n'))
      expect(JSON.parse(line)).toHaveProperty('jsonrpc', '2.0');
  });
});

test('a wrong option or setting is refused with what is wrong and how to put it right', async () => {
  const server = start(['--log-levle', 'info']);
  expect((await server.exited).code).toBe(2);
  expect(server.stderr).toContain('--log-level');
  const wrong = start(['--consent', 'maybe']);
  expect((await wrong.exited).code).toBe(2);
  expect(wrong.stderr).toMatch(/literal.*ask.*deny/);
});
