import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema, type Result } from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../checker';
import type { Logger, LogLevel } from '../logger';
import type { Progress } from '../tool-context';
import type { ToolRegistry } from '../registry';
import { renderOutcome } from '../render';
import { handle, invalidParams, type RequestExtra } from './handle';
import { addLogging } from './log-to-client';
import { ServerSession } from './session';
import { ToolList, type ListOptions } from './tool-list';

/** Something that puts further methods on a server: prompts, resources, completions. */
export type ServerPart = (server: Server, session: ServerSession, log: Logger) => PartCapabilities;

/** What a part announces, and what it undoes when the server closes. */
export interface PartCapabilities {
  capabilities: Record<string, unknown>;
  close?: () => void;
}

/** What a server may be told; everything has a default. */
export interface ServerOptions extends ListOptions {
  name?: string;
  version?: string;
  /** What the server tells every client at the start. */
  instructions?: string;
  parts?: readonly ServerPart[];
  /** The level at which records go to the client before it chose one itself; none by default. */
  clientLogLevel?: LogLevel;
  sessionId?: string;
}

/** Makes an MCP server over a registry: one for each connection. */
export function createServer(registry: ToolRegistry, options: ServerOptions = {}): Server {
  const server = new Server(
    { name: options.name ?? 'toolwright', version: options.version ?? '0.0.0' },
    {
      capabilities: { tools: { listChanged: true }, logging: {} },
      ...(options.instructions !== undefined && { instructions: options.instructions }),
    },
  );
  const session = new ServerSession(server, options.sessionId);
  const log = addLogging(server, registry.log, options.clientLogLevel);
  addTools(server, registry, new ToolList(registry, options), session, log);
  const parts = (options.parts ?? []).map((part) => part(server, session, log));
  for (const part of parts) server.registerCapabilities(part.capabilities);
  const stopListening = registry.onChange(announceOncePerTick(server));
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => session.forgetRoots());
  server.onclose = () => {
    stopListening();
    for (const part of parts) part.close?.();
  };
  return server;
}

function addTools(server: Server, registry: ToolRegistry, list: ToolList, session: ServerSession, log: Logger): void {
  handle(server, 'tools/list', ({ cursor }) => {
    if (cursor !== undefined && typeof cursor !== 'string') throw invalidParams('tools/list: cursor must be a string');
    const page = list.page(cursor);
    if (!page) throw invalidParams(`tools/list: unknown cursor '${cursor}'; start again without one`);
    const tools = page.entries.map((entry) => JSON.parse(entry) as unknown);
    return { tools, ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }) };
  });
  handle(server, 'tools/call', async ({ name, arguments: args }, extra) => {
    if (typeof name !== 'string') throw invalidParams('tools/call: name must be a string');
    if (args !== undefined && !isObject(args)) throw invalidParams('tools/call: arguments must be an object');
    const progress = progressSender(extra);
    const outcome = await registry.call(registry.bareName(name), args ?? {}, {
      door: 'client',
      session,
      signal: extra.signal,
      log,
      ...(progress && { progress }),
    });
    return renderOutcome(outcome) as unknown as Result;
  });
}

function progressSender(extra: RequestExtra): ((update: Progress) => void) | undefined {
  const progressToken = extra._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (update) => {
    const params = { progressToken, ...update };
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

// Many changes at once are one announcement; none is made where nobody is connected.
function announceOncePerTick(server: Server): () => void {
  let due = false;
  return () => {
    if (due || !server.transport) return;
    due = true;
    setImmediate(() => {
      due = false;
      if (server.transport) server.sendToolListChanged().catch(() => undefined);
    });
  };
}
