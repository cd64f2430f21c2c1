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
  for (const tool of tools) if (meets(tool)) return true;
  return false;
}

/** Returns the tools that a filter lets through, in their order. */
export function filterTools(
  tools: Iterable<ToolShape>,
  filter: ToolFilter,
  isEnabled: (tool: ToolShape) => boolean,
): ToolShape[] {
  const found: ToolShape[] = [];
  for (const tool of tools) {
    if (filter.category !== undefined && tool.category !== filter.category) continue;
    if (filter.tag !== undefined && !tool.tags.includes(filter.tag)) continue;
    if (filter.enabledOnly && !isEnabled(tool)) continue;
    if (!isGranted(filter.session, tool.name)) continue;
    found.push(tool);
  }
  return found;
}
