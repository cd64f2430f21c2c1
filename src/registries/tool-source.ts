import type { ToolClass } from '../decorators';
import type { LazySource } from '../tool/manifest';
import type { ToolShape } from '../tool/tool';

/** Everything a registry accepts as a tool. */
export type ToolSource = ToolClass | ToolShape | LazySource | readonly ToolSource[];

/** What one tool is made from. */
export type SingleSource = Exclude<ToolSource, readonly ToolSource[]>;

/** Returns what a source and the lists in it hold, in order; a hole in a list counts as undefined, so that it is refused. */
export function singleSources(source: ToolSource): SingleSource[] {
  if (!isList(source)) return [source];
  // Copied, so that holes are values; most lists hold no others, and are not taken apart.
  const sources = Array.from(source);
  return sources.some(isList) ? sources.flatMap(singleSources) : (sources as SingleSource[]);
}

function isList(source: ToolSource): source is readonly ToolSource[] {
  return Array.isArray(source);
}
