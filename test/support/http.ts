import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppOptions } from '../../src/app/app';
import { defineApp } from '../../src/app/app';
import { createHttpHandler, type HttpHandlerOptions } from '../../src/app/app-http-handler';
import { openApp } from '../../src/app/open-embedded-app';
import { serveHttp } from '../../src/app/serve-http';
import type { Logger } from '../../src/logger';
import { MODERN, modernMeta } from './modern';
import { temporaryDirectory } from './temporary-directory';

/** The reply to a JSON-RPC request. */
export interface Reply {
  readonly id?: unknown;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: unknown };
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (let close = closing.pop(); close; close = closing.pop()) await close();
});

/** Registers a step to run after the test; the latest runs first. */
export function afterTest(step: () => Promise<unknown>): void {
  closing.push(step);
}

/** Serves an app on a free port of this machine, with options as on the command line. */
export async function served(
  app: AppOptions,
  ...args: string[]
): Promise<{ url: string; stderr: () => string; close: () => Promise<void> }> {
  let stderr = '';
  const server = await serveHttp(defineApp({ name: 'test', ...app }), {
    ...(!args.includes('--http') && { listen: 0 }),
    exit: false,
    cwd: temporaryDirectory('toolwright-http'),
    env: {},
    args: ['--log-level', 'error', ...args],
    terminal: false,
    stderr: (text) => (stderr += text),
  });
  const close = async (): Promise<void> => {
    await server.close();
    await server.ended;
  };
  afterTest(close);
  return { url: server.url, stderr: () => stderr, close };
}

/** Mounts an app as a handler in a plain Node server. */
export async function mounted(
  app: AppOptions,
  options: HttpHandlerOptions & { args?: string[]; log?: Logger } = {},
): Promise<{ url: string; server: Server }> {
  const { args = [], log, ...handlerOptions } = options;
  const cwd = temporaryDirectory('toolwright-http');
  const open = await openApp(defineApp(app), { cwd, env: {}, args, ...(log && { log }) });
  const handler = await createHttpHandler(open, handlerOptions);
  const server = createServer(handler.node);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await open.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, server };
}

/** Sends one message as raw HTTP. */
export function post(url: string, message: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

/** The headers that a modern request repeats. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  };
}

/** Sends a modern request and returns its reply. */
export async function ask(
  url: string,
  method: string,
  params: Record<string, unknown> = {},
  {
    headers = {},
    capabilities = {},
    meta = {},
  }: {
    headers?: Record<string, string>;
    capabilities?: Record<string, unknown>;
    meta?: Record<string, unknown>;
  } = {},
): Promise<Reply> {
  const named = typeof params['name'] === 'string' ? params['name'] : (params['uri'] as string | undefined);
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method,
    params: { ...params, _meta: modernMeta(capabilities, meta) },
  };
  const response = await post(url, message, { ...modernHeaders(method, named), ...headers });
  return (await messagesOf(response)).at(-1)!;
}

/** Reads all messages of an answer, JSON or a stream. */
export async function messagesOf(response: Response): Promise<Reply[]> {
  const text = await response.text();
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return [JSON.parse(text) as Reply];
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data!) as Reply);
}

/** Begins a legacy session; returns the headers of its further requests. */
export async function begin(
  url: string,
  headers: Record<string, string> = {},
  capabilities: Record<string, unknown> = {},
): Promise<Record<string, string>> {
  const response = await post(
    url,
    {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 'raw', version: '1' } },
    },
    headers,
  );
  await response.text();
  const session = response.headers.get('mcp-session-id');
  if (session === null) throw new Error(`no session: ${response.status}`);
  const later = { ...headers, 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, later);
  return later;
}

/** Connects a client of SDK 1. */
export async function connectSdk1Http(
  url: string,
  client = new Client({ name: 'sdk1', version: '1' }),
  headers: Record<string, string> = {},
): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  await client.connect(transport as never);
  afterTest(() => client.close());
  return client;
}
