import { isObject } from '../../base/json-value';
import type { PromptRegistry } from '../../registries/prompt-registry';
import type { ResourceRegistry } from '../../registries/resource-registry';
import { contextOf, type Method } from '../method';
import { invalidParams } from '../wire-error';
import type { ServerPart } from '../server-options';

/** The protocol's limit for one reply. */
const MAX_VALUES = 100;

/** Adds completion of prompt arguments and resource variables to a server. */
export function completionsPart(
  prompts: PromptRegistry | undefined,
  resources: ResourceRegistry | undefined,
): ServerPart {
  const complete: Method = async ({ ref, argument, context }, request) => {
    if (!isObject(ref) || !isObject(argument) || typeof argument['name'] !== 'string') {
      throw invalidParams('completion/complete: ref and argument are required');
    }
    const value = typeof argument['value'] === 'string' ? argument['value'] : '';
    const others = stringsOf(isObject(context) ? context['arguments'] : undefined);
    let all: readonly string[] = [];
    if (ref['type'] === 'ref/prompt' && typeof ref['name'] === 'string' && prompts) {
      all = await prompts.complete(ref['name'], argument['name'], value, others, contextOf(request));
    } else if (ref['type'] === 'ref/resource' && typeof ref['uri'] === 'string' && resources) {
      all = await resources.complete(ref['uri'], argument['name'], value, others, contextOf(request));
    } else
      throw invalidParams(
        'completion/complete: ref must be ref/prompt with a name or ref/resource with a uri',
      );
    return {
      completion: { values: all.slice(0, MAX_VALUES), total: all.length, hasMore: all.length > MAX_VALUES },
    };
  };
  return { capabilities: { completions: {} }, methods: { 'completion/complete': complete } };
}

function stringsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}
