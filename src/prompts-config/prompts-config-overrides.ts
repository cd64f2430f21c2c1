import type { ToolRegistry } from '../registries/tool-registry';
import { withSummary } from '../registries/redescribe-tool';
import type { ToolShape } from '../tool/tool';
import type { PromptsConfig } from './prompts-config';

/** Overrides tool descriptions with those of a prompts file, now and whenever it changes. */
export function overrideDescriptions(registry: ToolRegistry, config: PromptsConfig): () => void {
  const originals = new Map<string, ToolShape>();
  const apply = (): void => {
    for (const tool of originals.values()) registry.redescribe(tool);
    originals.clear();
    for (const name of config.describedTools) {
      const tool = registry.get(name);
      const description = config.descriptionOf(name);
      if (!tool || description === undefined) continue;
      originals.set(name, tool);
      registry.redescribe(withSummary(tool, description));
    }
  };
  apply();
  return config.onChange(apply);
}
