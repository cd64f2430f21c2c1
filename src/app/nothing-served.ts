import { AuthorError } from '../errors';
import type { PromptRegistry } from '../registries/prompt-registry';
import type { ResourceRegistry } from '../registries/resource-registry';
import type { ToolRegistry } from '../registries/tool-registry';
import type { ToolShape } from '../tool/tool';
import type { App } from './app';
import type { Setup } from './pack';

/** What an open app offers to clients. */
export interface Offer {
  readonly app: App;
  readonly registry: ToolRegistry;
  readonly prompts: PromptRegistry;
  readonly resources: ResourceRegistry;
  readonly setup: Setup;
}

/** Returns whether a client would see no tool, no prompt and no resource. */
export function servesNothing({ registry, prompts, resources, setup }: Offer): boolean {
  const listed = registry.some(
    (tool) => !isReader(tool) && registry.isEnabled(tool.name) && setup.exposure.visible(tool),
  );
  return !listed && !prompts.names().length && resources.isEmpty;
}

// It reads what other tools have answered.
function isReader({ pack }: ToolShape): boolean {
  return pack === 'answers';
}

/** The mistake of a server with nothing to serve. */
export function nothingServed({ app, registry }: Offer): AuthorError {
  const count = registry.list().filter((tool) => !isReader(tool)).length;
  return new AuthorError(
    app.name,
    count ? `serves nothing: all of its tools (${count}) are disabled.` : 'serves nothing: it has no tools.',
    count ? 'Enable one in its settings.' : 'Pass `tools` or `packs` to defineApp.',
  );
}
