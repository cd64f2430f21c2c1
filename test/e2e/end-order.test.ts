import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND, ServerProcess } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const LIBRARY = join(__dirname, '..', '..', 'dist', 'index.js');

// Says on stderr what happens to each of its calls, and to itself.
const TELLING = `
  const { defineApp, defineTool, serveHttp, serveStdio } = require(${JSON.stringify(LIBRARY)});
  const { writeSync } = require('node:fs');
  const say = (what) => writeSync(2, '> ' + what + '\\n');
  const inputSchema = { type: 'object', properties: {}, additionalProperties: false };
  const aborted = (signal) => new Promise((resolve) => signal.addEventListener('abort', resolve));
  const tidies = async (_args, { signal }) => {
    say('begun');
    try {
      await aborted(signal);
      say('aborted');
    } finally {
      await new Promise((resolve) => setTimeout(resolve, 50));
      say('tidied up');
    }
  };
  const ignores = (_args, { signal }) => {
    say('begun');
    void aborted(signal).then(() => say('aborted'));
    return new Promise(() => setInterval(() => undefined, 1000));
  };
  const tool = (name, run, more) => defineTool({ name, description: 'Work.', inputSchema, run, timeoutSeconds: 60, ...more });
  const background = { synchronous: false };
  module.exports = defineApp({
    name: 'telling',
    config: { operations: { grace: 0.1, inlineWait: Number(process.env.INLINE_WAIT) }, http: { drain: 0.1 } },
    tools: [
      tool('background', tidies, background), tool('deaf', ignores, background),
      tool('foreground', tidies), tool('deaf_foreground', ignores),
    ],
    start: ({ onClose }) => onClose(() => say('step')),
    close: () => say('hook'),
  });
  if (process.env.OVER === 'http') serveHttp(module.exports, { listen: 0 });
  else if (process.env.OVER === 'stdio') serveStdio(module.exports);
`;

interface Way {
  readonly over: 'stdio' | 'http' | 'dev';
  readonly inlineWait?: number;
  readonly end: (server: ServerProcess) => unknown;
}

const sigterm = (server: ServerProcess): unknown => server.child.kill('SIGTERM');
const WAYS: Readonly<Record<string, Way>> = {
  'at SIGTERM': { over: 'stdio', end: sigterm },
  'when stdin is closed': { over: 'stdio', end: (server) => server.child.stdin.end() },
  'at SIGTERM, on HTTP': { over: 'http', end: sigterm },
  'when stdin is closed, in dev': { over: 'dev', end: (server) => server.child.stdin.end() },
  'at SIGTERM, while its call still waits for the result': { over: 'stdio', inlineWait: 30, end: sigterm },
  'when stdin is closed, after the client has cancelled it': {
    over: 'stdio',
    inlineWait: 30,
    end: (server) => {
      server.notify('notifications/cancelled', { requestId: 'work' });
      server.child.stdin.end();
    },
  },
};

/** Calls a tool, ends its server once it has begun, and returns what the server said of the order of things. */
async function endedWith(tool: string, { over, inlineWait = 0, end }: Way): Promise<string[]> {
  const cwd = temporaryDirectory('toolwright-end-order');
  writeFileSync(join(cwd, 'app.cjs'), TELLING);
  const server = new ServerProcess([], {
    run: over === 'dev' ? [COMMAND, 'dev', '--app', 'app.cjs'] : ['app.cjs'],
    cwd,
    env: { OVER: over, INLINE_WAIT: String(inlineWait) },
  });
  const params = { name: tool, arguments: {} };
  if (over === 'http') void calledOverHttp(await server.listening(), params);
  else {
    await server.initialize();
    server.raw(`${JSON.stringify({ jsonrpc: '2.0', id: 'work', method: 'tools/call', params })}\n`);
  }
  while (!server.stderr.includes('> begun'))
    await new Promise((resolve) => server.child.stderr.once('data', resolve));
  end(server);
  expect(await server.exited).toEqual({ code: 0, signal: null });
  return server.stderr.split('\n').flatMap((line) => (line.startsWith('> ') ? [line.slice(2)] : []));
}

async function calledOverHttp(url: string, params: { name: string }): Promise<void> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 'work', method: 'tools/call', params: { ...params, _meta } };
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': params.name,
  };
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }).then(
    (response) => response.text(),
    () => undefined,
  );
}

describe.each(Object.entries(WAYS))('%s', (_, way) => {
  test.each(['background', 'foreground'])(
    'the work of a %s call is told to end and tidies up before the app closes what it uses',
    async (tool) => {
      expect(await endedWith(tool, way)).toEqual(['begun', 'aborted', 'tidied up', 'hook', 'step']);
    },
  );

  test.each(['deaf', 'deaf_foreground'])(
    'the work of a call that ignores its signal (%s) holds neither the hooks nor the end up',
    async (tool) => {
      expect(await endedWith(tool, way)).toEqual(['begun', 'aborted', 'hook', 'step']);
    },
  );
});
