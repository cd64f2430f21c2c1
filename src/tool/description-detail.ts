import type { ToolDescription } from './tool';

/** How much of a description is listed: its four sections, what the tool does and how to use it, or only what it does. */
export type DescriptionDetail = 'full' | 'compact' | 'terse';

const USAGE = /\n## Usage Instructions\n\n(`{3,})text\n([^]*?)\n\1\n/;
// What is generated where an author wrote nothing; it only repeats the schema.
const GENERATED = /^Call \S+ with .*\.(?:\nOptional: .*\.)?$/;

/** Returns a tool's description in the wanted detail; the schema is published beside it in any case. */
export function descriptionIn(detail: DescriptionDetail, tool: ToolDescription): string {
  // The four sections are made when they are read, so they are read only where they are wanted.
  if (detail === 'terse') return tool.summary;
  if (detail === 'full') return tool.description;
  const usage = USAGE.exec(tool.description)?.[2];
  return usage === undefined || GENERATED.test(usage) ? tool.summary : `${tool.summary}\n\n${usage}`;
}
