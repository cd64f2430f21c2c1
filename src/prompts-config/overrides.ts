import type { ToolRegistry } from '../registries/tool-registry';
import type { ToolShape, ToolDescription } from '../tool/tool';
import type { PromptsConfig } from './prompts-config';

/** Overrides tool descriptions with those of a prompts file, now and whenever it changes. */
export function overrideDescriptions(registry: ToolRegistry, config: PromptsConfig): () => void {
  const originals = new Map<string, ToolShape>();
  const apply = (): void => {
    for (const tool of originals.values()) if (registry.get(tool.name)) put(registry, tool);
    originals.clear();
    for (const name of config.describedTools) {
      const tool = registry.get(name);
      const description = config.descriptionOf(name);
      if (!tool || description === undefined) continue;
      originals.set(name, tool);
      put(registry, withDescription(tool, description));
    }
  };
  apply();
  return config.onChange(apply);
}

// Replacing a tool loses whether it was enabled or disabled by hand.
function put(registry: ToolRegistry, tool: ToolShape): void {
  const enabled = registry.isEnabled(tool.name);
  registry.register(tool, { replace: true });
  if (enabled !== registry.isEnabled(tool.name)) {
    if (enabled) registry.enable(tool.name);
    else registry.disable(tool.name);
  }
}

function withDescription(tool: ToolShape, text: string): ToolShape {
  let described: ToolDescription | undefined;
  return Object.create(tool, {
    describe: { value: () => (described ??= withText(tool.describe(), text.trim())) },
  }) as ToolShape;
}

// Only the first of the four sections can be overridden; a consent warning in it is kept.
function withText(described: ToolDescription, text: string): ToolDescription {
  const warning = /\n\n(REQUIRES EXPLICIT USER INSTRUCTION[^]*)$/.exec(described.summary)?.[1];
  const summary = warning && !text.includes(warning) ? `${text}\n\n${warning}` : text;
  const { description, inputSchema, outputSchema, annotations } = described;
  const head = `## Description\n\n${described.summary}`;
  return {
    summary,
    description: description.startsWith(head)
      ? `## Description\n\n${summary}${description.slice(head.length)}`
      : description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(annotations && { annotations }),
  };
}
