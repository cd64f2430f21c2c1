import { Hono } from 'hono';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineApp, defineTool, type ToolContext } from '../../src/index';
import { createHttpHandler, openApp, type HttpHandler } from '../../src/embed';
import { afterTest, ask, begin, connectSdk1Http, modernHeaders, post } from '../support/http';
import { modernMeta } from '../support/modern';
import { temporaryDirectory } from '../support/temporary-directory';

interface ExpressApp extends RequestListener {
  use(layer: unknown): void;
  all(path: string | string[], layer: unknown): void;
}
const express = require('express') as (() => ExpressApp) & { json: () => unknown };

const steps = defineTool({
  name: 'steps',
  description: 'Report progress.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  run: async (_args, context: ToolContext) => {
    context.progress({ progress: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    return 'done';
  },
});

async function opened(...args: string[]): Promise<HttpHandler> {
  const open = await openApp(defineApp({ tools: [steps] }), {
    cwd: temporaryDirectory('toolwright-mount'),
    env: {},
    args,
  });
  const handler = await createHttpHandler(open);
  afterTest(async () => {
    await handler.close();
    await open.close();
  });
  return handler;
}

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([true, false])('an app is mounted in Express, with its body parser: %p', async (parses) => {
  const handler = await opened();
  const app = express();
  if (parses) app.use(express.json());
  app.all('/tools/mcp', handler.node);
  const url = `${await listening(app)}/tools/mcp`;
  const client = await connectSdk1Http(url);
  const progress: unknown[] = [];
  await client.callTool({ name: 'steps' }, undefined, { onprogress: (update) => progress.push(update) });
  expect(progress).toEqual([{ progress: 1 }]);
  expect((await ask(url, 'tools/list')).result).toMatchObject({
    tools: [{ name: 'steps' }, { name: 'read_result' }],
  });
});

test('a body that Express has read is bounded too', async () => {
  const handler = await opened('--http-max-body', '2000');
  const app = express();
  app.use(express.json());
  app.all('/mcp', handler.node);
  const url = `${await listening(app)}/mcp`;
  expect((await post(url, { ...LIST, padding: 'x'.repeat(3_000) }, modernHeaders('tools/list'))).status).toBe(
    413,
  );
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: modernMeta() } };

function requested(
  url: string,
  message: unknown,
  headers: Record<string, string> = {},
  method = 'POST',
): Request {
  return new Request(url, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: JSON.stringify(message) }),
  });
}

test('an app is mounted in Hono', async () => {
  const handler = await opened();
  const app = new Hono();
  app.all('/mcp', (c) => handler.fetch(c.req.raw));
  const response = await app.fetch(requested('http://localhost/mcp', LIST, modernHeaders('tools/list')));
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
  const call = {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/call',
    params: { name: 'steps', arguments: {}, _meta: modernMeta({}, { progressToken: 1 }) },
  };
  const streamed = await app.fetch(
    requested('http://localhost/mcp', call, modernHeaders('tools/call', 'steps')),
  );
  expect(streamed.headers.get('content-type')).toBe('text/event-stream');
  expect([...(await streamed.text()).matchAll(/^data: /gm)]).toHaveLength(2);
});

test('a Fetch-style handler has the same guards, sessions and limits', async () => {
  const handler = await opened('--http-max-body', '2000');
  const status = async (request: Request): Promise<number> => (await handler.fetch(request)).status;
  expect(await status(requested('http://evil.example/mcp', LIST, modernHeaders('tools/list')))).toBe(403);
  expect(await status(requested('http://localhost/mcp', { padding: 'x'.repeat(3_000) }))).toBe(413);
  expect(await status(new Request('http://localhost/mcp'))).toBe(405);
  const hello = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  };
  const begun = await handler.fetch(requested('http://localhost/mcp', hello));
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id')! };
  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  expect(await status(requested('http://localhost/mcp', ping, session))).toBe(200);
  expect(await status(requested('http://localhost/mcp', undefined, session, 'DELETE'))).toBe(204);
  expect(await status(requested('http://localhost/mcp', ping, session))).toBe(404);
});

test('a plain Node server serves sessions through the handler', async () => {
  const handler = await opened();
  const url = await listening(handler.node as RequestListener);
  const headers = await begin(url);
  expect((await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers)).status).toBe(200);
});
