import type { ToolDescription } from './tool';

/** How much of a description is listed: its four sections, what the tool does and how to use it, or only what it does. */
export type DescriptionDetail = 'full' | 'compact' | 'terse';

/** Returns a tool's description in the wanted detail; the schema is published beside it in any case. */
export function descriptionIn(detail: DescriptionDetail, tool: ToolDescription): string {
  // The four sections are made when they are read, so they are read only where they are wanted.
  if (detail === 'full') return tool.description;
  return detail === 'terse' || !tool.usage ? tool.summary : `${tool.summary}\n\n${tool.usage}`;
}
