// How to write a tool: src/tools/README.md
import { StatusArgs } from '../args/status';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { OperationEngine } from '../operations/operation-engine';
import { isFinal, ownedBy, type Operation } from '../operations/operation';
import { loadLine, operationJson, summaryLine } from '../operations/operation-report';
import { toolNames } from '../operations/tool-name-list';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

// Longer lists are not useful to an agent; code in `run` gets all.
const MOST_LISTED = 50;

// Asking about one operation this often counts as polling.
const ASKED_OFTEN = 3;

/** Reports the status of background operations, without waiting. */
@Tool({
  args: StatusArgs,
  returns: RETURNED.status,
  description: 'Report the status of background operations.',
  usage:
    'Returns the running and recently ended operations without waiting. Do not poll: a notification is sent when an ' +
    'operation ends, and `await` waits for it.',
  examples: [
    { args: {}, explains: 'Lists all running and recently ended operations.' },
    { args: { id: 'op_1' }, explains: 'Reports one operation, with its result once it has ended.' },
    { args: { tools: 'cargo' }, explains: 'Lists operations of tools whose names start with cargo.' },
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

  async run(args: StatusArgs, context: ToolContext): Promise<ToolResult> {
    const id = args.id ?? args.operationId;
    const found = await this.engine.list({
      ...ownedBy(context.session),
      ...(id !== undefined && { id }),
      tools: toolNames(args.tools),
    });
    if (id !== undefined && !found.length)
      return ToolResult.text(`Operation ${id} not found: it does not exist, or ended long ago.`);
    const listed = runningFirst(found, context.budget === undefined ? Infinity : MOST_LISTED);
    const operations = listed.map((operation) => operationJson(operation, id !== undefined));
    const hint = this.hint(id, found);
    const text = [
      summaryLine(found),
      ...(this.engine.isShared && id === undefined ? [loadLine(await this.engine.load())] : []),
      ...(hint ? [hint] : []),
      ...operations.map((one) => JSON.stringify(one)),
      ...(listed.length < found.length
        ? [`[${listed.length} of ${found.length} shown, the latest ones; name tools or an id to see others.]`]
        : []),
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
        ? `${running.length} operations are running concurrently: continue with other work meanwhile.`
        : undefined;
    }
    const times = (this.asked.get(id) ?? 0) + 1;
    this.asked.set(id, times);
    if (times < ASKED_OFTEN) return undefined;
    return `You have asked ${times} times: do not poll. Continue with other work, or call await with id ${id}.`;
  }
}

// What is running, then what has ended, the latest of each.
function runningFirst(operations: readonly Operation[], most: number): Operation[] {
  const active = operations.filter((operation) => !isFinal(operation)).slice(-most);
  const ended = operations.filter(isFinal).slice(-most);
  return [...active, ...ended];
}
