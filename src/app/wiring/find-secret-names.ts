import type { ToolRegistry } from '../../registries/tool-registry';
import type { ToolShape } from '../../tool/tool';

/** Returns a function that lists the names of all secret arguments of any tool: one tool may carry the arguments of another. */
export function secretNamesOf(registry: ToolRegistry): () => readonly string[] {
  let known: readonly string[] = [];
  let revision = -1;
  return () => {
    if (revision !== registry.revision) {
      revision = registry.revision;
      known = [...new Set(registry.list().flatMap(secretsOf))];
    }
    return known;
  };
}

// A class with a mistake in it can't be called, and must not keep the others from being recorded.
function secretsOf(tool: ToolShape): readonly string[] {
  try {
    return tool.secrets;
  } catch {
    return [];
  }
}
