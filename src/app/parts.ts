import { completionsPart } from '../serve/completions';
import { promptsPart } from '../serve/prompts';
import { resourcesPart } from '../serve/resources';
import type { ServerPart } from '../serve/server-options';
import type { Composition } from './compose';

/** Prompts, resources and completions of a composition, as a server takes them; what is empty is left out. */
export function partsOf({ prompts, resources, config }: Composition): ServerPart[] {
  const { pageSize, descriptions } = config;
  const hasPrompts = prompts.names().length > 0;
  return [
    ...(hasPrompts ? [promptsPart(prompts, { pageSize, descriptions })] : []),
    resourcesPart(resources, { pageSize }),
    completionsPart(hasPrompts ? prompts : undefined, resources),
  ];
}
