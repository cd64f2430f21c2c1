import type {
  ServerOffer,
  OfferedPrompt,
  OfferedResource,
  OfferedTemplate,
  OfferedTool,
} from '../base/offer';
import { MethodTable } from '../serve/method-table';
import type { MethodRequest } from '../serve/method';
import type { OpenApp } from './open-loaded-app';
import { serverOptionsOf } from './wiring/make-connection-options';

/** Lists everything an open app offers, exactly as a client that connects to it would read it. */
export async function offerOfApp(open: OpenApp): Promise<ServerOffer> {
  const { table, list } = listsOf(open);
  const { serverInfo, instructions } = table.greeting;
  return {
    server: serverInfo,
    instructions,
    tools: await list<OfferedTool>('tools/list', 'tools'),
    prompts: await list<OfferedPrompt>('prompts/list', 'prompts'),
    resources: await list<OfferedResource>('resources/list', 'resources'),
    templates: await list<OfferedTemplate>('resources/templates/list', 'resourceTemplates'),
    fixed: (await open.resources.classes()).map(([uri]) => uri).filter((uri) => !uri.includes('{')),
  };
}

/** Lists only its tools, whatever is wrong with its prompts and resources. */
export function toolsOfApp(open: OpenApp): Promise<OfferedTool[]> {
  return listsOf(open).list<OfferedTool>('tools/list', 'tools');
}

interface Lists {
  readonly table: MethodTable;
  list<T>(method: string, key: string): Promise<T[]>;
}

function listsOf(open: OpenApp): Lists {
  const table = new MethodTable(open.registry, {
    ...serverOptionsOf(open),
    pageSize: Infinity,
    pageBytes: Infinity,
  });
  const list = async <T>(method: string, key: string): Promise<T[]> => {
    const entries: T[] = [];
    let cursor: unknown;
    do {
      const answer = await table.method(method)?.(cursor === undefined ? {} : { cursor }, request(open));
      const page = (answer ?? {}) as Record<string, unknown>;
      entries.push(...((page[key] as T[] | undefined) ?? []));
      cursor = page['nextCursor'];
    } while (cursor !== undefined);
    return entries;
  };
  return { table, list };
}

function request({ setup }: OpenApp): MethodRequest {
  return { door: 'client', session: { id: 'list' }, log: setup.log, signal: new AbortController().signal };
}
