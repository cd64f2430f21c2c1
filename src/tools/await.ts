// How to write a tool: src/tools/README.md
import { AwaitArgs } from '../args/await';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { OperationEngine, type Waited } from '../operations/operation-engine';
import { isFinal, ownedBy, type Operation, type OperationFilter } from '../operations/operation';
import { operationJson, outcomeLine, resultText } from '../operations/operation-report';
import { toolNames } from '../operations/tool-name-list';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

const ONE_SECONDS = 300;
const SEVERAL_SECONDS = 600;
const RECENTLY_MS = 10 * 60 * 1000;

/** Waits for background operations and returns their results. */
@Tool({
  args: AwaitArgs,
  returns: RETURNED.waited,
  description: 'Wait for background operations.',
  usage:
    'Blocks until the operations end and returns their results, so call it only when there is nothing else to do. ' +
    'Without arguments it waits for every running operation.',
  examples: [
    { args: { id: 'op_1' }, explains: 'Waits for one operation and returns its result.' },
    {
      args: { tools: 'cargo,git' },
      explains: 'Waits for all operations of tools whose names start with cargo or git.',
    },
  ],
  category: 'operations',
  tags: ['operations', 'background'],
  timeoutSeconds: 0,
  annotations: {
    title: 'Await operations',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class Await {
  constructor(private readonly engine: OperationEngine) {}

  async run(args: AwaitArgs, context: ToolContext): Promise<ToolResult> {
    const id = args.id ?? args.operationId;
    const filter: OperationFilter = {
      ...ownedBy(context.session),
      ...(id !== undefined && { id }),
      tools: toolNames(args.tools),
    };
    const found = await this.engine.list(filter);
    if (id !== undefined && !found.length)
      return ToolResult.text(`Operation ${id} not found: it does not exist, or ended long ago.`);
    const open = found.filter((operation) => !isFinal(operation));
    if (!open.length) return nothingOpen(found, id);
    const asked = args.timeoutSeconds ?? (id === undefined ? SEVERAL_SECONDS : ONE_SECONDS);
    const longestWait = this.engine.longestWait() ?? Infinity;
    const seconds = Math.min(asked, longestWait);
    const quiet = reportTimePassed(open, seconds, context);
    try {
      const ids = open.map((operation) => operation.id);
      const waited = await this.engine.wait(ids, seconds * 1000, context.signal);
      const time = `${seconds} s${asked > longestWait ? ` (the operator allows no longer wait: tools.await.timeout)` : ''}`;
      return waitedResult(waited, time);
    } finally {
      quiet();
    }
  }
}

function nothingOpen(found: readonly Operation[], id: string | undefined): ToolResult {
  const recent = found.filter(
    (operation) => id !== undefined || Date.now() - (operation.endedAt ?? 0) < RECENTLY_MS,
  );
  if (!recent.length) return ToolResult.text('No operations are pending.');
  return waitedResult(
    { finished: recent, unfinished: [] },
    '0 s',
    'No operations are pending; these ended recently:',
  );
}

function waitedResult({ finished, unfinished }: Waited, time: string, heading?: string): ToolResult {
  const texts = finished.map((operation) => `${outcomeLine(operation)}\n${resultText(operation)}`);
  if (heading) texts.unshift(heading);
  if (unfinished.length) {
    texts.push(
      `Still running after ${time}:`,
      ...unfinished.flatMap((operation) => [
        outcomeLine(operation),
        ...(operation.soFar ? [resultText(operation)] : []),
      ]),
      unfinished.every((operation) => operation.soFar)
        ? 'Continue with other work; cancel what is no longer needed.'
        : 'Call await again with a longer timeout_seconds, or cancel what hangs. Check for stale lock files, a full disk or a slow network.',
    );
  }
  const json = (operation: Operation): Record<string, unknown> => operationJson(operation, true);
  const value = {
    finished: finished.map(json),
    unfinished: unfinished.map(json),
    timed_out: unfinished.length > 0,
  };
  return new ToolResult([{ type: 'text', text: texts.join('\n') }], false, value);
}

// Reports how much of the time limit has passed, for clients that show progress.
function reportTimePassed(open: readonly Operation[], seconds: number, context: ToolContext): () => void {
  const names = open.map((operation) => operation.id).join(', ');
  context.progress({ progress: 0, total: 100, message: `Waiting for ${names}` });
  const timers = [50, 75, 90].map((share) =>
    setTimeout(
      () => {
        const message = `${share} % of ${seconds} s have passed, still waiting for ${names}`;
        context.progress({ progress: share, total: 100, message });
      },
      seconds * share * 10,
    ),
  );
  return () => timers.forEach(clearTimeout);
}
