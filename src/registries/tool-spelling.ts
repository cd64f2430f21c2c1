import type { ToolSpelling } from '../base/word-tool-names';
import type { ToolShape } from '../tool/tool';
import { hasPrefix } from './published-names';
import type { ToolRegistry } from './tool-registry';

/** Returns the names of tools that clients see otherwise than texts have them. */
export function spellingOf(registry: ToolRegistry, tools: readonly ToolShape[]): ToolSpelling {
  const spelling = new Map<string, string>();
  if (registry.prefix === '' && !tools.some(hasPrefix)) return spelling;
  for (const tool of tools) {
    const exposed = registry.exposedName(tool);
    if (exposed !== tool.name) spelling.set(tool.name, exposed);
  }
  return spelling;
}
