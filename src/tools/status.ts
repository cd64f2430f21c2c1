// How to write a tool: src/tools/README.md
import { StatusArgs } from '../args/status';
import { Tool } from '../decorators';
import { OperationEngine } from '../operations/engine';
import { isFinal, type Operation } from '../operations/operation';
import { operationJson, RESULTS_LIMIT, summaryLine } from '../operations/operation-report';
import { toolNames } from '../operations/name-list';
import { ToolResult } from '../tool-result';

// More than that nobody reads; the summary counts them all.
const MOST_LISTED = 50;

// Whoever asks more often than this about one operation is polling.
const ASKED_OFTEN = 3;

/** Tells how background operations stand, without waiting. */
@Tool({
  args: StatusArgs,
  description: 'Tell how background operations stand.',
  usage:
    'Call it once to see what is under way. Do not call it again and again to learn when something is done: the end ' +
    'of an operation is announced, and `await` waits for it.',
  examples: [
    { args: {}, explains: 'Lists every operation, running and recently ended.' },
    { args: { id: 'op_1' }, explains: 'Tells of one operation, with its result once it has ended.' },
    { args: { tools: 'cargo' }, explains: 'Lists the operations of tools whose names begin with cargo.' },
  ],
  category: 'operations',
  tags: ['operations', 'background'],
  timeoutSeconds: 0,
  annotations: {
    title: 'Operation status',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class Status {
  private readonly asked = new Map<string, number>();

  constructor(private readonly engine: OperationEngine) {}

  async run(args: StatusArgs): Promise<ToolResult> {
    const id = args.id ?? args.operationId;
    const found = await this.engine.list({ ...(id !== undefined && { id }), tools: toolNames(args.tools) });
    if (id !== undefined && !found.length)
      return ToolResult.text(`Operation ${id} not found: it never was, or ended long ago.`);
    const operations = latest(found).map((operation) =>
      operationJson(operation, id === undefined ? 0 : RESULTS_LIMIT),
    );
    const hint = this.hint(id, found);
    const text = [
      summaryLine(found),
      ...(hint ? [hint] : []),
      ...operations.map((one) => JSON.stringify(one, null, 2)),
    ];
    const active = found.filter((operation) => !isFinal(operation)).length;
    const value = {
      active,
      completed: found.length - active,
      total: found.length,
      operations,
      ...(hint && { hint }),
    };
    return new ToolResult([{ type: 'text', text: text.join('\n') }], false, value);
  }

  private hint(id: string | undefined, found: readonly Operation[]): string | undefined {
    const running = found.filter((operation) => !isFinal(operation));
    if (id === undefined || !running.length) {
      if (id !== undefined) this.asked.delete(id);
      return running.length > 1
        ? `${running.length} operations run at the same time: use the time for other work.`
        : undefined;
    }
    const times = (this.asked.get(id) ?? 0) + 1;
    this.asked.set(id, times);
    if (times < ASKED_OFTEN) return undefined;
    return `You have asked ${times} times: do not poll. Go on with other work, or call await with id ${id}.`;
  }
}

// Everything that still goes on, and of what has ended the latest.
function latest(operations: readonly Operation[]): Operation[] {
  const active = operations.filter((operation) => !isFinal(operation)).slice(-MOST_LISTED);
  const ended = operations.filter(isFinal).slice(-MOST_LISTED);
  return [...active, ...ended];
}
