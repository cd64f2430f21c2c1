import { isObject } from '../../base/json-value';
import { contextOf, type Method } from '../method';
import type { Completes } from '../server-options';
import { invalidParams } from '../wire-error';

/** The protocol's limit for one reply. */
const MAX_VALUES = 100;

/** The member of a reference that names what is completed, by the reference's type. */
const NAMED_BY = { 'ref/prompt': 'name', 'ref/resource': 'uri' } as const;

/** Returns the method that completes arguments of prompts and variables of resources, as far as parts offer it. */
export function completionMethod(offered: readonly Completes[]): Method {
  return async ({ ref, argument, context }, request) => {
    if (!isObject(ref) || !isObject(argument) || typeof argument['name'] !== 'string')
      throw invalidParams('completion/complete: ref and argument are required');
    const part = offered.find(({ refType }) => refType === ref['type']);
    const named = part && ref[NAMED_BY[part.refType]];
    if (!part || typeof named !== 'string')
      throw invalidParams(
        'completion/complete: ref must be ref/prompt with a name or ref/resource with a uri',
      );
    const value = typeof argument['value'] === 'string' ? argument['value'] : '';
    const others = stringsOf(isObject(context) ? context['arguments'] : undefined);
    const all = await part.complete(named, argument['name'], value, others, contextOf(request));
    return {
      completion: { values: all.slice(0, MAX_VALUES), total: all.length, hasMore: all.length > MAX_VALUES },
    };
  };
}

function stringsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
