import { isObject } from '../../base/json-value';
import type { DescriptionDetail } from '../../tool/description-detail';
import type { PromptRegistry } from '../../registries/prompt-registry';
import { contextOf, type Method } from '../method';
import { invalidParams } from '../wire-error';
import { pageOf, type PageLimits } from './pages';
import type { ServerPart } from '../server-options';

/** How prompts are listed. */
export interface PromptListOptions extends PageLimits {
  /** All four sections, or only the first. */
  descriptions?: DescriptionDetail;
}

/** Adds a registry's prompts to a server. */
export function promptsPart(prompts: PromptRegistry, options: PromptListOptions = {}): ServerPart {
  const list: Method = async ({ cursor }) => {
    const all = await prompts.list();
    const entries = all.map(({ summary, ...prompt }) =>
      JSON.stringify(
        (options.descriptions ?? 'full') === 'full' ? prompt : { ...prompt, description: summary },
      ),
    );
    const page = cursorOf('prompts/list', cursor, (text) => pageOf(prompts.names(), entries, text, options));
    return {
      prompts: page.entries.map((entry) => JSON.parse(entry) as unknown),
      ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
    };
  };
  const get: Method = async ({ name, arguments: args }, request) => {
    if (typeof name !== 'string') throw invalidParams('prompts/get: name must be a string');
    if (args !== undefined && !isObject(args))
      throw invalidParams('prompts/get: arguments must be an object');
    return prompts.get(name, args ?? {}, contextOf(request));
  };
  return {
    capabilities: { prompts: { listChanged: true }, completions: {} },
    announces: [
      { method: 'notifications/prompts/list_changed', onChange: (listener) => prompts.onChange(listener) },
    ],
    methods: { 'prompts/list': list, 'prompts/get': get },
    completes: {
      refType: 'ref/prompt',
      complete: (name, argument, value, others, request) =>
        prompts.complete(name, argument, value, others, request),
    },
  };
}

/** Returns the page at a cursor; throws the protocol's error for an invalid cursor. */
export function cursorOf<P>(
  method: string,
  cursor: unknown,
  page: (cursor: string | undefined) => P | undefined,
): P {
  if (cursor !== undefined && typeof cursor !== 'string')
    throw invalidParams(`${method}: cursor must be a string`);
  const found = page(cursor);
  if (!found) throw invalidParams(`${method}: unknown cursor '${String(cursor)}'; start again without one`);
  return found;
}
