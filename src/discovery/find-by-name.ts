import { ToolError } from '../errors';
import { nearestNames } from '../names';
import type { ToolRegistry } from '../registries/tool-registry';
import type { Tool } from '../tool/tool';

/** A resource about a tool that is not there: the protocol's "resource not found", with the nearest names. */
export class NoSuchToolError extends ToolError {
  override readonly code = -32002;

  constructor(tool: string, nearest: readonly string[]) {
    super(`Tool '${tool}' not found${nearest.length ? `. Did you mean ${nearest.join(', ')}?` : ''}`, tool);
  }
}

/** The tool of a bare name; throws with the nearest names when there is none. */
export function toolOrNearest(tools: ToolRegistry, name: string): Tool {
  const tool = tools.get(name);
  if (tool) return tool;
  throw new NoSuchToolError(
    name,
    nearestNames(
      name,
      tools.list().map((each) => each.name),
    ),
  );
}

/** Names that could complete what was typed: those that begin with it first, then those that contain it. */
export function toolNamesLike(tools: ToolRegistry, typed: string): string[] {
  const names = tools.list({ enabledOnly: true }).map((tool) => tool.name);
  const beginning = names.filter((name) => name.startsWith(typed));
  return [...beginning, ...names.filter((name) => !name.startsWith(typed) && name.includes(typed))];
}
