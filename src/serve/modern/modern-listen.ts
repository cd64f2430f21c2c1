import { exceptionMessage } from '../../base/exception';
import { isObject } from '../../base/json-value';
import { announceChanges } from '../announce-changes';
import { notification } from '../legacy/legacy-replies';
import type { MethodRequest, Params } from '../method';
import type { MethodTable } from '../method-table';
import type { Announced } from '../server-options';
import { invalidParams } from '../wire-error';
import type { Task } from '../../calls/call-tasks';
import type { Session } from '../../tool-context';
import { MetaKey } from './protocol-era';
import { detailed } from './modern-tasks';
import type { Exchange } from './modern-exchange';

/** The maximum number of resources, and of tasks, on one stream. */
const MAX_WATCHED = 1_000;

const FILTERS: Readonly<Record<string, string>> = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
};

/** Opens the stream that `subscriptions/listen` asks for; returns a function that closes it. */
export async function listen(
  table: MethodTable,
  { id, envelope, request, session, send }: Exchange,
): Promise<() => void> {
  const { notifications: filter } = envelope.params;
  if (!isObject(filter)) throw invalidParams('subscriptions/listen: notifications must be an object');
  const lists = listsOf(table, filter);
  const uris = table.watch ? textsOf('resourceSubscriptions', filter['resourceSubscriptions']) : [];
  const tell = (method: string, more: Params = {}): void =>
    send(notification(method, { ...more, _meta: { [MetaKey.subscription]: id } }));
  let ready = false;
  const early = new Set<string>();
  const updated = (uri: string): void => {
    if (ready) tell('notifications/resources/updated', { uri });
    else early.add(uri);
  };
  // Whatever may fail comes first: nobody would stop what was watched by then.
  const { ids, start } = await followTasks(table, textsOf('taskIds', filter['taskIds']), session, tell);
  const watched = await watchAll(table, uris, updated, request);
  const stopLists = announceChanges([...lists.values()], (method) => tell(method));
  tell('notifications/subscriptions/acknowledged', {
    notifications: {
      ...Object.fromEntries([...lists.keys()].map((name) => [name, true])),
      ...(watched.size && { resourceSubscriptions: [...watched.keys()] }),
      ...(ids.length && { taskIds: ids }),
    },
  });
  ready = true;
  early.forEach(updated);
  const stopTasks = start();
  return () => {
    stopLists();
    stopTasks();
    for (const stop of watched.values()) stop();
  };
}

// The caller's own tasks; each is sent once as it is, so that nothing is missed, and then on every change of its status.
async function followTasks(
  table: MethodTable,
  wanted: readonly string[],
  session: Session,
  tell: (method: string, more: Params) => void,
): Promise<{ ids: string[]; start: () => () => void }> {
  const { tasks } = table.options;
  const offered = wanted.length ? await tasks?.() : undefined;
  if (!offered) return { ids: [], start: () => () => undefined };
  const found = await Promise.all(wanted.map((id) => offered.find(session, id)));
  const ids = found.filter((task) => task !== undefined).map(({ id }) => id);
  const send = (task: Task): void => tell('notifications/tasks', detailed(task));
  const start = (): (() => void) => {
    const stops = ids.map((id) => offered.onChange(session, id, send));
    for (const id of ids)
      void offered.find(session, id).then(
        (task) => task && send(task),
        // Its next change is told anyway.
        () => undefined,
      );
    return () => stops.forEach((stop) => stop());
  };
  return { ids, start };
}

function listsOf(table: MethodTable, filter: Params): Map<string, Announced> {
  const lists = new Map<string, Announced>();
  for (const [name, method] of Object.entries(FILTERS)) {
    const list = table.announced.find((announced) => announced.method === method);
    if (list && filter[name] === true) lists.set(name, list);
  }
  return lists;
}

function textsOf(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.some((text) => typeof text !== 'string'))
    throw invalidParams(`subscriptions/listen: ${name} must be a list of strings`);
  if (value.length > MAX_WATCHED) throw invalidParams(`subscriptions/listen: too many ${name}`);
  return [...new Set(value as string[])];
}

// A resource that can't be watched is left out of the acknowledgement; the others are watched.
async function watchAll(
  table: MethodTable,
  uris: readonly string[],
  updated: (uri: string) => void,
  request: MethodRequest,
): Promise<Map<string, () => void>> {
  const watched = new Map<string, () => void>();
  for (const uri of uris) {
    try {
      watched.set(uri, await table.watch!(uri, () => updated(uri), request));
    } catch (error) {
      request.log.debug(`Resource ${uri} is not watched: ${exceptionMessage(error)}`);
    }
  }
  return watched;
}
