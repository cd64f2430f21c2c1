import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { ResourceRegistry } from '../registries/resource-registry';
import { handle, invalidParams } from './handle';
import { pageOf, type PageLimits } from './pages';
import { cursorOf } from './prompts';
import type { ServerPart } from './server-options';

/** The maximum number of subscriptions per client. */
const MAX_SUBSCRIPTIONS = 1_000;
/** Entries per page of the list. */
const PAGE_SIZE = 500;

/** Adds a registry's resources to a server. */
export function resourcesPart(resources: ResourceRegistry, limits: PageLimits = {}): ServerPart {
  const attach: ServerPart['attach'] = (server, session, log) => {
    const paged = { pageSize: PAGE_SIZE, ...limits };
    handle(server, 'resources/list', async ({ cursor }, extra) => {
      const all = await resources.list({ session, log, signal: extra.signal });
      return listPage(
        'resources/list',
        'resources',
        all,
        all.map((entry) => entry.uri),
        cursor,
        paged,
      );
    });
    handle(server, 'resources/templates/list', async ({ cursor }) => {
      const all = await resources.templates();
      const names = all.map((entry) => entry.uriTemplate);
      return listPage('resources/templates/list', 'resourceTemplates', all, names, cursor, paged);
    });
    handle(server, 'resources/read', async ({ uri }, extra) => ({
      contents: await resources.read(uriOf('resources/read', uri), { session, log, signal: extra.signal }),
    }));
    const subscriptions = new Subscriptions(server, (uri, changed) =>
      resources.watch(uri, changed, { session, log }),
    );
    handle(server, 'resources/subscribe', async ({ uri }) => {
      await subscriptions.add(uriOf('resources/subscribe', uri));
      return {};
    });
    handle(server, 'resources/unsubscribe', ({ uri }) => {
      subscriptions.remove(uriOf('resources/unsubscribe', uri));
      return {};
    });
    return () => subscriptions.clear();
  };
  return {
    capabilities: { resources: { subscribe: true, listChanged: true } },
    announces: [
      {
        method: 'notifications/resources/list_changed',
        onChange: (listener) => resources.onListChange(listener),
      },
    ],
    attach,
  };
}

// One client's subscriptions; each resource is watched once, however often it was requested.
class Subscriptions {
  private readonly stops = new Map<string, () => void>();

  constructor(
    private readonly server: Server,
    private readonly watch: (uri: string, changed: () => void) => Promise<() => void>,
  ) {}

  async add(uri: string): Promise<void> {
    if (this.stops.has(uri)) return;
    if (this.stops.size >= MAX_SUBSCRIPTIONS)
      throw invalidParams('resources/subscribe: too many subscriptions');
    const changed = (): void => {
      if (this.server.transport) this.server.sendResourceUpdated({ uri }).catch(() => undefined);
    };
    const stop = await this.watch(uri, changed);
    if (this.stops.has(uri)) stop();
    else this.stops.set(uri, stop);
  }

  remove(uri: string): void {
    this.stops.get(uri)?.();
    this.stops.delete(uri);
  }

  clear(): void {
    for (const uri of [...this.stops.keys()]) this.remove(uri);
  }
}

function listPage(
  method: string,
  key: string,
  all: readonly object[],
  names: readonly string[],
  cursor: unknown,
  limits: PageLimits,
): Record<string, unknown> {
  const entries = all.map((entry) => JSON.stringify(entry));
  const page = cursorOf(method, cursor, (text) => pageOf(names, entries, text, limits));
  return {
    [key]: page.entries.map((entry) => JSON.parse(entry) as unknown),
    ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
  };
}

function uriOf(method: string, uri: unknown): string {
  if (typeof uri !== 'string' || uri === '') throw invalidParams(`${method}: uri must be a string`);
  return uri;
}
