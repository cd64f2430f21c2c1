import type { ToolShape } from '../tool/tool';
import { isGranted, type Session } from '../tool-context';

/** Which tools to list. */
export interface ToolFilter {
  category?: string;
  tag?: string;
  enabledOnly?: boolean;
  /** Only what its caller may see. */
  session?: Session | undefined;
}

/** Returns whether some of the tools meets a condition. */
export function someTool(tools: Iterable<ToolShape>, meets: (tool: ToolShape) => boolean): boolean {
  // V8 would optimise a loop of ours with the condition in it.
  return Array.from(tools).some(meets);
}

/** Returns the tools that a filter lets through, in their order. */
export function filterTools(
  tools: Iterable<ToolShape>,
  filter: ToolFilter,
  isEnabled: (tool: ToolShape) => boolean,
): ToolShape[] {
  return Array.from(tools).filter(
    (tool) =>
      (filter.category === undefined || tool.category === filter.category) &&
      (filter.tag === undefined || tool.tags.includes(filter.tag)) &&
      (!filter.enabledOnly || isEnabled(tool)) &&
      isGranted(filter.session, tool.name),
  );
}
