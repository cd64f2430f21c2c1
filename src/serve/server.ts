import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema, type Result } from '@modelcontextprotocol/sdk/types.js';
import { andThen } from '../awaitable';
import type { Logger } from '../logger';
import type { Progress } from '../tool-context';
import type { ToolRegistry } from '../registry';
import { renderOutcome } from '../render';
import { announceChanges, type Announced } from './announce';
import { checkedResult } from './checked-result';
import { ConnectionState, type ConnectionOptions } from './connection-state';
import { greetingOf } from './greeting';
import { handle, type RequestExtra } from './handle';
import { sdkConnection, type ServerSession } from './session';

/**
 * Something that puts further methods on a server: prompts, resources, completions. Its module must not load the SDK by
 * itself, since what it announces is told to clients before anything needs the SDK.
 */
export interface ServerPart {
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The lists whose changes clients are told of. */
  readonly announces?: readonly Announced[];
  /** Puts its methods on a server; gives back what undoes that when the server closes. */
  attach(server: Server, session: ServerSession, log: Logger): (() => void) | void;
}

/** What a server may be told; everything has a default. */
export interface ServerOptions extends ConnectionOptions {
  name?: string;
  version?: string;
  /** What the server tells every client at the start. */
  instructions?: string;
  parts?: readonly ServerPart[];
}

/** Makes an MCP server over a registry: one for each connection. The state of one that the fast lane began is given. */
export function createServer(
  registry: ToolRegistry,
  options: ServerOptions = {},
  begun?: ConnectionState,
): Server {
  const { serverInfo, capabilities, instructions } = greetingOf(options);
  const server = new Server(serverInfo, {
    capabilities,
    ...(instructions !== undefined && { instructions }),
  });
  const state = begun ?? new ConnectionState(registry, options, sdkConnection(server));
  addTools(server, state);
  handle(server, 'logging/setLevel', (params) => state.clientLog.setLevel(params));
  const { parts = [] } = options;
  const undo = parts.map((part) => part.attach(server, state.session, state.log));
  if (!begun) undo.push(announceChanges(registry, parts, (method) => announce(server, method)));
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => state.session.forgetRoots());
  server.onclose = () => {
    for (const step of undo) step?.();
  };
  return server;
}

function announce(server: Server, method: string): void {
  if (server.transport) server.notification({ method }).catch(() => undefined);
}

function addTools(server: Server, { tools, session, log }: ConnectionState): void {
  handle(server, 'tools/list', (params) => {
    const { entries, nextCursor } = tools.list(params);
    const listed = entries.map((entry) => JSON.parse(entry) as unknown);
    return { tools: listed, ...(nextCursor !== undefined && { nextCursor }) };
  });
  handle(server, 'tools/call', (params, extra) => {
    const progress = progressSender(extra);
    const options = {
      door: 'client',
      session,
      signal: extra.signal,
      log,
      ...(progress && { progress }),
    } as const;
    const wire = andThen(tools.call(params, options), (outcome) => checkedResult(renderOutcome(outcome)));
    return wire as Promise<unknown> as Promise<Result>;
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
