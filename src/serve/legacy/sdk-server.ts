import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Progress } from '../../tool-context';
import { announceChanges } from '../announce-changes';
import type { Method, Params } from '../method';
import type { MethodTable } from '../method-table';
import { ConnectionState } from './connection-state';
import { handle, type RequestExtra } from './handle-legacy';
import { callAsTask, legacyTaskMethods } from './legacy-tasks';
import { sdkConnection } from './legacy-session';
import { traceIn } from '../trace-in-meta';
import { Subscriptions } from './subscriptions';

/** Creates the SDK's server for one legacy connection; continues the state that the fast lane began. */
export function sdkServer(table: MethodTable, begun?: ConnectionState): Server {
  const { serverInfo, capabilities, instructions } = table.greeting;
  const server = new Server(serverInfo, {
    capabilities,
    ...(instructions !== undefined && { instructions }),
  });
  const state = begun ?? new ConnectionState(table, sdkConnection(server));
  for (const name of table.names())
    handle(server, name, (params, extra) => answer(table, table.method(name)!, state, params, extra));
  if (table.options.tasks) addTasks(server, table, state);
  handle(server, 'logging/setLevel', (params) => state.clientLog.setLevel(params));
  const undo = [addSubscriptions(server, table, state)];
  if (!begun) undo.push(announceChanges(table.announced, (method) => announce(server, method)));
  server.setNotificationHandler(RootsListChangedNotificationSchema, () => state.session.forgetRoots());
  server.onclose = () => {
    for (const step of undo) step();
  };
  return server;
}

// A call with `task` never takes the fast lane.
function addTasks(server: Server, table: MethodTable, state: ConnectionState): void {
  for (const [name, method] of Object.entries(legacyTaskMethods(table.options.tasks!)))
    handle(server, name, (params, extra) => answer(table, method, state, params, extra));
  const call = table.method('tools/call')!;
  const asTask: Method = (params, request) => callAsTask(table, params, request);
  handle(server, 'tools/call', (params, extra) =>
    answer(table, params['task'] === undefined ? call : asTask, state, params, extra),
  );
}

function addSubscriptions(server: Server, table: MethodTable, state: ConnectionState): () => void {
  if (!table.watch) return () => undefined;
  const subscriptions = new Subscriptions(table.watch, (uri) => {
    if (server.transport) server.sendResourceUpdated({ uri }).catch(() => undefined);
  });
  handle(server, 'resources/subscribe', (params) => subscriptions.add(params, state));
  handle(server, 'resources/unsubscribe', (params) => subscriptions.remove(params));
  return () => subscriptions.clear();
}

function announce(server: Server, method: string): void {
  if (server.transport) server.notification({ method }).catch(() => undefined);
}

// Once the request is answered, its own way to the client is closed: progress ends, and notifications take the connection's.
async function answer(
  table: MethodTable,
  method: Method,
  state: ConnectionState,
  params: Params,
  extra: RequestExtra,
): Promise<object> {
  let answered = false;
  const send = (method: string, params: Record<string, unknown>): void =>
    void extra.sendNotification({ method, params } as never).catch(() => undefined);
  const progressToken = extra._meta?.progressToken;
  const progress = (update: Progress): void => {
    if (!answered) send('notifications/progress', { progressToken, ...update });
  };
  const request = {
    door: 'client',
    ...state.forRequest(extra.requestId, (method, params) =>
      answered ? state.session.notify(method, params) : send(method, params),
    ),
    ...(progressToken !== undefined && { progress }),
    ...(table.registry.observers.any && { trace: traceIn(extra._meta) }),
  } as const;
  try {
    return await state.sdkRequests.during(extra.signal, (signal) => method(params, { ...request, signal }));
  } finally {
    answered = true;
  }
}
