import { LateDescription } from '../tool/late-description';
import type { ToolShape, ToolDescription } from '../tool/tool';

/** Returns a tool with another text in the first of its four sections; a consent warning in it is kept. */
export function withSummary(tool: ToolShape, text: string): ToolShape {
  let known: { readonly own: ToolDescription; readonly shown: ToolDescription } | undefined;
  const describe = (): ToolDescription => {
    const own = tool.describe();
    if (known?.own !== own) known = { own, shown: withText(own, text.trim()) };
    return known.shown;
  };
  return Object.create(tool, { describe: { value: describe } }) as ToolShape;
}

function withText(described: ToolDescription, text: string): ToolDescription {
  const warning = /\n\n(REQUIRES EXPLICIT USER INSTRUCTION[^]*)$/.exec(described.summary)?.[1];
  const summary = warning && !text.includes(warning) ? `${text}\n\n${warning}` : text;
  if (described instanceof LateDescription) return described.with({ summary });
  const { description } = described;
  const head = `## Description\n\n${described.summary}`;
  return {
    ...described,
    summary,
    description: description.startsWith(head)
      ? `## Description\n\n${summary}${description.slice(head.length)}`
      : description,
  };
}
