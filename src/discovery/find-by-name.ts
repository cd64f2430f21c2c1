import { ToolError } from '../errors';
import { nearestNames } from '../base/names';
import type { ToolRegistry } from '../registries/tool-registry';
import type { Session } from '../tool-context';
import type { ToolShape } from '../tool/tool';

/** What a search for one tool by its name ends in when there is none: "resource not found", with the nearest names. */
export class NoSuchToolError extends ToolError {
  override readonly code = -32002;

  constructor(tool: string, nearest: readonly string[]) {
    super(`Tool '${tool}' not found${nearest.length ? `. Did you mean ${nearest.join(', ')}?` : ''}`, tool);
  }
}

/** Returns the tool with a bare name that a caller may see; throws an error with the nearest names if there is none. */
export function toolOrNearest(tools: ToolRegistry, name: string, session: Session | undefined): ToolShape {
  const tool = tools.get(name, session);
  if (tool) return tool;
  const names = tools.list({ session }).map((each) => each.name);
  throw new NoSuchToolError(name, nearestNames(name, names));
}

/** Returns completions of a typed name for a caller: names that start with it, then names that contain it. */
export function toolNamesLike(tools: ToolRegistry, typed: string, session: Session | undefined): string[] {
  const names = tools.list({ enabledOnly: true, session }).map((tool) => tool.name);
  const beginning = names.filter((name) => name.startsWith(typed));
  return [...beginning, ...names.filter((name) => !name.startsWith(typed) && name.includes(typed))];
}
