import type { ToolClass } from '../decorators';
import type { LazySource } from '../tool/manifest';
import type { ToolShape } from '../tool/tool';

/** Everything a registry accepts as a tool. */
export type ToolSource = ToolClass | ToolShape | LazySource | readonly ToolSource[];

/** What one tool is made from. */
export type SingleSource = Exclude<ToolSource, readonly ToolSource[]>;

/** Returns what a source and the lists in it hold, in order; a hole in a list counts as undefined, so that it is refused. */
export function singleSources(source: ToolSource): SingleSource[] {
  return isList(source) ? Array.from(source, singleSources).flat() : [source];
}

function isList(source: ToolSource): source is readonly ToolSource[] {
  return Array.isArray(source);
}
