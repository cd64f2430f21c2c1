// A bridge from Streamable HTTP to a stdio server, so that the conformance suite, which speaks HTTP only, can judge stdio.
// Modern requests share one process; each legacy session has its own. Headers are compared by the same function as over HTTP.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const require = createRequire(import.meta.url);

/** Starts the bridge; returns its URL and a function that ends it. */
export async function startBridge(command) {
  const { headerMismatch, paramHeadersOf } = require('./dist/headers.js');
  const pipes = new Set();
  const open = () => {
    const pipe = new Pipe(command);
    pipes.add(pipe);
    return pipe;
  };
  const modern = open();
  const sessions = new Map();
  const tools = await modern.ask('tools/list');
  const headersOf = new Map(tools.map(({ name, inputSchema }) => [name, paramHeadersOf(inputSchema)]));

  const server = createServer(async (request, response) => {
    const origin = request.headers.origin ?? `http://${request.headers.host}`;
    if (!isLocal(request.headers.host) || !isLocal(new URL(origin).host)) return refuse(response, 403);
    const sessionId = request.headers['mcp-session-id'];
    const session = sessions.get(sessionId);
    if (request.method === 'GET') {
      if (!session) return refuse(response, 405);
      return session.openStream(stream(response));
    }
    if (request.method === 'DELETE') {
      if (!session) return refuse(response, sessionId ? 404 : 405);
      session.end();
      sessions.delete(sessionId);
      return response.writeHead(200).end();
    }
    const message = JSON.parse(await body(request));
    const isModern =
      request.headers['mcp-protocol-version'] === '2026-07-28' ||
      message.params?._meta?.['io.modelcontextprotocol/protocolVersion'] !== undefined;
    if (isModern && message.id !== undefined) {
      const header = (name) => request.headers[name];
      const error = headerMismatch(message, header, headersOf.get(message.params?.name));
      if (error)
        return json(response, 400, {
          jsonrpc: '2.0',
          id: message.id,
          error: { code: error.code, message: error.message },
        });
      if (!message.params?._meta?.['io.modelcontextprotocol/protocolVersion'])
        return json(response, 400, {
          jsonrpc: '2.0',
          id: message.id,
          error: { code: -32602, message: '_meta is required' },
        });
      const id = modern.send(message, reply(response));
      return response.on('close', () => modern.cancel(id));
    }
    if (isModern) return response.writeHead(202).end();
    if (message.method === 'initialize') {
      const id = randomUUID();
      const fresh = open();
      sessions.set(id, fresh);
      response.setHeader('Mcp-Session-Id', id);
      return void fresh.send(message, reply(response));
    }
    if (!session) return refuse(response, sessionId ? 404 : 400);
    if (message.method !== undefined && message.id !== undefined)
      return void session.send(message, reply(response));
    session.write(message);
    response.writeHead(202).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close() {
      for (const pipe of pipes) pipe.end();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** One stdio process. Ids and progress tokens are made unique, since requests of many clients share it. */
class Pipe {
  #open = new Map();
  #next = 0;
  #stream;

  constructor([program, ...args]) {
    this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.child.stdout }).on('line', (line) => this.#hear(JSON.parse(line)));
  }

  write(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  send(message, way) {
    const id = ++this.#next;
    const { progressToken } = message.params?._meta ?? {};
    this.#open.set(id, { way, id: message.id, progressToken });
    const params =
      progressToken === undefined
        ? message.params
        : { ...message.params, _meta: { ...message.params._meta, progressToken: id } };
    this.write({ ...message, id, params });
    return id;
  }

  ask(method) {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    return new Promise((resolve) =>
      this.send({ jsonrpc: '2.0', id: 0, method, params: { _meta } }, (message) =>
        resolve(message.result.tools),
      ),
    );
  }

  cancel(id) {
    if (!this.#open.delete(id)) return;
    this.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
  }

  openStream(way) {
    this.#stream = way;
  }

  end() {
    this.child.stdin.end();
  }

  #hear(message) {
    if (message.method === undefined) {
      const entry = this.#open.get(message.id);
      this.#open.delete(message.id);
      return entry?.way({ ...message, id: entry.id, ...restored(message, entry) }, true);
    }
    const { progressToken, _meta } = message.params ?? {};
    const subscription = _meta?.['io.modelcontextprotocol/subscriptionId'];
    const entry = this.#open.get(progressToken ?? subscription) ?? [...this.#open.values()].at(-1);
    if (!entry) return this.#stream?.(message, false);
    const params = { ...message.params };
    if (progressToken !== undefined) params.progressToken = entry.progressToken;
    if (subscription !== undefined)
      params._meta = { ..._meta, 'io.modelcontextprotocol/subscriptionId': entry.id };
    entry.way(message.params === undefined ? message : { ...message, params }, false);
  }
}

function restored({ result }, { id }) {
  const key = 'io.modelcontextprotocol/subscriptionId';
  return result?._meta?.[key] === undefined
    ? {}
    : { result: { ...result, _meta: { ...result._meta, [key]: id } } };
}

const STATUS = { [-32601]: 404, [-32020]: 400, [-32021]: 400, [-32022]: 400 };

// A pipe doesn't tell a malformed request from wrong parameters; the message does.
function statusOf({ error }) {
  if (error?.code === -32602 && error.message.includes('_meta[')) return 400;
  return STATUS[error?.code] ?? 200;
}

// A reply that comes first is JSON; anything before it makes a stream of it.
function reply(response) {
  let events;
  return (message, last) => {
    if (last && !events) return json(response, statusOf(message), message);
    events ??= stream(response);
    events(message);
    if (last) response.end();
  };
}

function stream(response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  return (message) => response.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
}

function json(response, status, message) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(message));
}

function refuse(response, status) {
  json(response, status, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Refused' } });
}

function isLocal(host) {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '');
}

async function body(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}
