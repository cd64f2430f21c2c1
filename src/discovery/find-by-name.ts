import { ToolError } from '../errors';
import { nearestNames } from '../base/names';
import type { ToolRegistry } from '../registries/tool-registry';
import type { ToolShape } from '../tool/tool';

/** The protocol's "resource not found" for an unknown tool, with the nearest names. */
export class NoSuchToolError extends ToolError {
  override readonly code = -32002;

  constructor(tool: string, nearest: readonly string[]) {
    super(`Tool '${tool}' not found${nearest.length ? `. Did you mean ${nearest.join(', ')}?` : ''}`, tool);
  }
}

/** Returns the tool with a bare name; throws an error with the nearest names if there is none. */
export function toolOrNearest(tools: ToolRegistry, name: string): ToolShape {
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

/** Returns completions of a typed name: names that start with it, then names that contain it. */
export function toolNamesLike(tools: ToolRegistry, typed: string): string[] {
  const names = tools.list({ enabledOnly: true }).map((tool) => tool.name);
  const beginning = names.filter((name) => name.startsWith(typed));
  return [...beginning, ...names.filter((name) => !name.startsWith(typed) && name.includes(typed))];
}
