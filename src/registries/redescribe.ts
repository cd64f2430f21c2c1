import type { ToolShape, ToolDescription } from '../tool/tool';
import type { ToolRegistry } from './tool-registry';

/** Replaces a registered tool by one that only differs in how it is described; whether it is enabled stays as it is. */
export function putTool(registry: ToolRegistry, tool: ToolShape): void {
  const enabled = registry.isEnabled(tool.name);
  registry.register(tool, { replace: true });
  if (enabled === registry.isEnabled(tool.name)) return;
  if (enabled) registry.enable(tool.name);
  else registry.disable(tool.name);
}

/** Returns a tool with another text in the first of its four sections; a consent warning in it is kept. */
export function withSummary(tool: ToolShape, text: string): ToolShape {
  let described: ToolDescription | undefined;
  return Object.create(tool, {
    describe: { value: () => (described ??= withText(tool.describe(), text.trim())) },
  }) as ToolShape;
}

function withText(described: ToolDescription, text: string): ToolDescription {
  const warning = /\n\n(REQUIRES EXPLICIT USER INSTRUCTION[^]*)$/.exec(described.summary)?.[1];
  const summary = warning && !text.includes(warning) ? `${text}\n\n${warning}` : text;
  const { description, inputSchema, outputSchema, returns, annotations } = described;
  const head = `## Description\n\n${described.summary}`;
  return {
    summary,
    description: description.startsWith(head)
      ? `## Description\n\n${summary}${description.slice(head.length)}`
      : description,
    inputSchema,
    ...(outputSchema && { outputSchema }),
    ...(returns && { returns }),
    ...(annotations && { annotations }),
  };
}
