import { defineTool } from '../tool/define-tool';
import type { ToolShape } from '../tool/tool';
import type { Annotations } from './definition';
import type { Guidance } from './definition-guidance';
import type { DefinitionHost } from './definition-host';
import { leafAccesses } from './leaf-accesses';
import { leafSchema } from './leaf-schema';
import { leafReturns } from './leaf-returns';
import type { Leaf } from './leaves';
import { runLeaf } from './run-leaf';
import { runSequence } from './run-sequence';

/** Makes a tool from a leaf. */
export function leafTool(leaf: Leaf, host: DefinitionHost, guidance: Guidance, file: string): ToolShape {
  const livelog = isLivelog(leaf);
  const run = livelog ? follow : leaf.sequence ? runSequence : runLeaf;
  const synchronous = livelog ? false : leaf.synchronous;
  const tool = defineTool({
    name: leaf.toolName,
    description: describe(leaf, guidance),
    usage: usage(leaf, host.ruledTimeout?.(leaf.toolName, leaf.definition.name)),
    inputSchema: leafSchema(leaf),
    category: 'definition',
    tags: ['definition', leaf.definition.name],
    source: file,
    enabled: leaf.enabled,
    ...annotations(leaf),
    ...(!leaf.enabled && { disabledReason: `Its definition says enabled: false (${file})` }),
    synchronous,
    returns: leafReturns(leaf),
    // The process has its own limit; a second one here would lose the output so far.
    timeoutSeconds: 0,
    run: (args, context) => run(leaf, host, args, context),
  });
  return {
    ...tool,
    accesses: leafAccesses(leaf),
    ruledAs: leaf.definition.name,
    check: (raw) => tool.check(withoutNulls(raw)),
  };
}

// A command that doesn't say what it changes counts as destructive, as MCP has it; the steps of a sequence speak for themselves.
function annotations(leaf: Leaf): { annotations?: Annotations } {
  const stated = leaf.annotations;
  const states = stated.readOnlyHint === true || stated.destructiveHint !== undefined;
  if (states || leaf.sequence || isLivelog(leaf))
    return Object.keys(stated).length ? { annotations: stated } : {};
  return { annotations: { ...stated, destructiveHint: true } };
}

// The code for following logs is loaded on first use.
const follow: typeof runLeaf = async (...call) => {
  const { runLivelog } = await import('./livelog/run-livelog.js');
  return runLivelog(...call);
};

// Some clients send null for an omitted argument.
function withoutNulls(raw: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(raw).includes(null)) return raw;
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
}

function describe(leaf: Leaf, guidance: Guidance): string {
  const block = guidance.get(leaf.guidanceKey ?? leaf.definition.name);
  const about = leaf.description.trim() || leaf.definition.description.trim() || leaf.toolName;
  const { livelog, tool_type: type } = leaf.definition;
  const followed =
    type === 'livelog' && livelog
      ? `\n\nFollows a log until it is cancelled. The model ${livelog.llm_provider.model} watches its lines for: ${livelog.detection_prompt.trim()}`
      : '';
  return (block ? `${block}\n\n${about}` : about) + followed;
}

const FOLLOWING =
  'Runs in the background and returns an operation id. You are notified of alerts; status and await report ' +
  'the findings so far, and cancel stops it.';

function isLivelog(leaf: Leaf): boolean {
  return leaf.definition.tool_type === 'livelog';
}

function usage(leaf: Leaf, ruled: number | undefined): string {
  const { hints } = leaf.definition;
  const hint = hints[leaf.path] ?? hints['default'];
  const steps = leaf.sequence?.map(
    (step, index) => `${index + 1}. ${step.description ?? `${step.tool} ${step.subcommand}`}`,
  );
  const mode = isLivelog(leaf)
    ? FOLLOWING
    : leaf.synchronous
      ? 'Returns the output.'
      : 'May continue in the background: it then returns an operation id, and you are notified of the result.';
  const seconds = ruled ?? leaf.timeoutSeconds;
  const limit = seconds === undefined || seconds === 0 ? [] : [`Time limit: ${seconds} seconds.`];
  return [
    ...(steps ? ['Runs these steps in order, stopping at the first failure:', ...steps] : []),
    mode,
    ...limit,
    ...(hint ? [hint] : []),
  ].join('\n');
}
