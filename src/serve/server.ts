import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema, type Result } from '@modelcontextprotocol/sdk/types.js';
import { andThen } from '../base/awaitable';
import type { Progress } from '../tool-context';
import type { ToolRegistry } from '../registries/tool-registry';
import { renderOutcome } from '../calls/render';
import { announceChanges } from './announce';
import { checkedResult } from './checked-result';
import { ConnectionState } from './connection-state';
import { greetingOf } from './greeting';
import { handle, type RequestExtra } from './handle';
import type { ServerOptions } from './server-options';
import { sdkConnection } from './session';

/** Creates an MCP server for one connection to a registry; continues the state that the fast lane began. */
export function createSdkServer(
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
