import { exceptionMessage } from '../base/exception';
import { nearestNames } from '../base/names';
import type { ToolRegistry } from '../registries/tool-registry';
import type { ToolShape } from '../tool/tool';

/** Returns why a client doesn't list a tool, and what to do about it. */
export function whyUnlisted(
  tool: string,
  listed: readonly { readonly name: string }[],
  shape: ToolShape | undefined,
  registry: ToolRegistry,
): string {
  const missing = `There is no tool ${tool} in the list of this client`;
  if (!shape) return `${missing}.${nearestTo(tool, listed)}`;
  const mistake = mistakeIn(shape);
  if (mistake !== undefined) return `${missing}: a mistake in it keeps it out: ${mistake}`;
  if (registry.isEnabled(shape.name))
    return `${missing}: the app has it, and lists others in its place (\`expose\`). Open the client with testClient(app, { args: ['--expose', 'all'] }).`;
  const reason = registry.disabledReason(shape.name);
  return `${missing}: it is disabled${reason === undefined ? '' : ` (${reason})`}. Enable it first: client.app.registry.enable('${shape.name}').`;
}

function mistakeIn(tool: ToolShape): string | undefined {
  try {
    tool.describe();
    return undefined;
  } catch (error) {
    return exceptionMessage(error);
  }
}

function nearestTo(tool: string, listed: readonly { readonly name: string }[]): string {
  const nearest = nearestNames(
    tool,
    listed.map(({ name }) => name),
  );
  return nearest.length ? ` Did you mean ${nearest.join(' or ')}?` : '';
}
