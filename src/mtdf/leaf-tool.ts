import { defineTool } from '../define-tool';
import type { Tool } from '../tool';
import type { Guidance } from './guidance';
import type { DefinitionHost } from './host';
import { leafSchema } from './leaf-schema';
import type { Leaf } from './leaves';
import { runLeaf } from './run-leaf';
import { runSequence } from './run-sequence';

/** Makes the tool of one leaf: the one shape the server sees. */
export function leafTool(leaf: Leaf, host: DefinitionHost, guidance: Guidance, file: string): Tool {
  const run = leaf.sequence ? runSequence : runLeaf;
  const livelog = leaf.definition.tool_type === 'livelog';
  const tool = defineTool({
    name: leaf.toolName,
    description: describe(leaf, guidance),
    usage: usage(leaf),
    inputSchema: leafSchema(leaf),
    category: 'definition',
    tags: ['definition', leaf.definition.name],
    source: file,
    enabled: leaf.enabled,
    ...(!leaf.enabled && { disabledReason: `Its definition says enabled: false (${file})` }),
    synchronous: livelog ? false : leaf.synchronous,
    // The process has its limit; a second one here would only lose what it printed until then.
    timeoutSeconds: 0,
    run: (args, context) => run(leaf, host, args, context),
  });
  return { ...tool, check: (raw) => tool.check(withoutNulls(raw)) };
}

// A null is how some clients leave an argument out.
function withoutNulls(raw: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(raw).includes(null)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
}

function describe(leaf: Leaf, guidance: Guidance): string {
  const block = guidance.get(leaf.guidanceKey ?? leaf.definition.name);
  const about = leaf.description.trim() || leaf.definition.description.trim() || leaf.toolName;
  const followed =
    leaf.definition.tool_type === 'livelog'
      ? '\n\nThe lines themselves are reported; no model judges them.'
      : '';
  return (block ? `${block}\n\n${about}` : about) + followed;
}

function usage(leaf: Leaf): string {
  const { hints } = leaf.definition;
  const hint = hints[leaf.path] ?? hints['default'];
  const steps = leaf.sequence?.map(
    (step, index) => `${index + 1}. ${step.description ?? `${step.tool} ${step.subcommand}`}`,
  );
  const mode = leaf.synchronous
    ? 'The answer holds the output.'
    : 'It may go on in the background: the answer is then an operation id, and the result is announced.';
  const limit = leaf.timeoutSeconds === undefined ? [] : [`It may take ${leaf.timeoutSeconds} seconds.`];
  return [
    ...(steps ? ['Runs in order, up to the first failure:', ...steps] : []),
    mode,
    ...limit,
    ...(hint ? [hint] : []),
  ].join('\n');
}
