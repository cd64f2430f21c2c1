import type { ResourceRegistry } from '../../registries/resource-registry';
import { contextOf, type Method } from '../method';
import { invalidParams } from '../wire-error';
import { pageOf, type PageLimits } from './pages';
import { cursorOf } from './prompts';
import type { ServerPart } from '../server-options';

/** Entries per page of the list. */
const PAGE_SIZE = 500;

/** Adds a registry's resources to a server. */
export function resourcesPart(resources: ResourceRegistry, limits: PageLimits = {}): ServerPart {
  const paged = { pageSize: PAGE_SIZE, ...limits };
  const list: Method = async ({ cursor }, request) => {
    const all = await resources.list(contextOf(request));
    const names = all.map((entry) => entry.uri);
    return listPage('resources/list', 'resources', all, names, cursor, paged);
  };
  const templates: Method = async ({ cursor }) => {
    const all = await resources.templates();
    const names = all.map((entry) => entry.uriTemplate);
    return listPage('resources/templates/list', 'resourceTemplates', all, names, cursor, paged);
  };
  const read: Method = async ({ uri }, request) => ({
    contents: await resources.read(uriOf('resources/read', uri), contextOf(request)),
  });
  return {
    capabilities: { resources: { subscribe: true, listChanged: true }, completions: {} },
    announces: [
      {
        method: 'notifications/resources/list_changed',
        onChange: (listener) => resources.onListChange(listener),
      },
    ],
    methods: { 'resources/list': list, 'resources/templates/list': templates, 'resources/read': read },
    watch: (uri, changed, request) => resources.watch(uri, changed, request),
    completes: {
      refType: 'ref/resource',
      complete: (uri, variable, value, others, request) =>
        resources.complete(uri, variable, value, others, request),
    },
  };
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

/** Returns the URI of a request; throws the protocol's error if it is none. */
export function uriOf(method: string, uri: unknown): string {
  if (typeof uri !== 'string' || uri === '') throw invalidParams(`${method}: uri must be a string`);
  return uri;
}
