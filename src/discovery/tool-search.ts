import type { ToolRegistry } from '../registries/tool-registry';
import type { ToolShape } from '../tool/tool';
import type { FoundTool } from './tool-scores';
import { ToolIndex } from './tool-index';

const indexes = new WeakMap<ToolRegistry, { index: ToolIndex; current: boolean }>();

/** Finds at most so many enabled tools of a registry; its index is kept, and updated when the tools change. */
export function findTools(
  registry: ToolRegistry,
  question: string,
  most: number,
  accepts: (tool: ToolShape) => boolean = () => true,
): FoundTool[] {
  let kept = indexes.get(registry);
  if (!kept) {
    const made = { index: new ToolIndex(), current: false };
    registry.onChange(() => (made.current = false));
    indexes.set(registry, made);
    kept = made;
  }
  if (!kept.current) kept.index.update(registry.list());
  kept.current = true;
  return kept.index.search(question, most, (tool) => registry.isEnabled(tool.name) && accepts(tool));
}

/** Searches a list of tools once. */
export function searchTools(question: string, tools: readonly ToolShape[]): FoundTool[] {
  const index = new ToolIndex();
  index.update(tools);
  return index.search(question, tools.length);
}
