import { promptsPart } from '../../serve/parts/prompts';
import { resourcesPart } from '../../serve/parts/resources';
import type { ServerPart } from '../../serve/server-options';
import type { OpenApp } from '../open-loaded-app';

/** Returns the prompts and resources of an open app as server parts; empty ones are omitted. */
export function partsOf({ prompts, resources, config }: OpenApp): ServerPart[] {
  const { pageSize, descriptions } = config;
  const hasPrompts = prompts.names().length > 0;
  return [
    ...(hasPrompts ? [promptsPart(prompts, { pageSize, descriptions })] : []),
    ...(resources.isEmpty ? [] : [resourcesPart(resources, { pageSize })]),
  ];
}
