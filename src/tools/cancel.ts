// How to write a tool: src/tools/README.md
import { CancelArgs } from '../args/cancel';
import { RETURNED } from '../args/returned';
import { invalidArguments } from '../invalid-arguments';
import { Tool } from '../decorators';
import { OperationEngine } from '../operations/operation-engine';
import { isFinal, ownedBy } from '../operations/operation';
import { outcomeLine, resultText } from '../operations/operation-report';
import { Result } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Cancels a background operation. */
@Tool({
  args: CancelArgs,
  returns: RETURNED.cancelled,
  description: 'Cancel a background operation.',
  usage:
    'Stops the operation and every process it started. Cancelling an operation that has ended changes nothing.',
  examples: [
    { args: { id: 'op_1', reason: 'no longer needed' }, explains: 'Stops op_1 and the program it runs.' },
  ],
  category: 'operations',
  tags: ['operations', 'background'],
  timeoutSeconds: 0,
  annotations: {
    title: 'Cancel operation',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class Cancel {
  constructor(private readonly engine: OperationEngine) {}

  async run(args: CancelArgs, context: ToolContext): Promise<Result | ToolResult> {
    const id = args.id ?? args.operationId;
    if (id === undefined) return missingId();
    const [own] = await this.engine.list({ ...ownedBy(context.session), id });
    const found = own && (await this.engine.cancel(id, args.reason ?? 'cancelled on request'));
    if (!found) return ToolResult.text(`Operation ${id} not found: it does not exist, or ended long ago.`);
    const tool_hint = {
      suggested_tool: 'status',
      reason: 'See what is still running, or start the operation again if it is still needed.',
    };
    if (isFinal(found)) {
      return answer(`Warning: ${outcomeLine(found)}. It had already ended; nothing was cancelled.`, {
        id,
        state: found.state,
        tool_hint,
      });
    }
    const now = (await this.engine.get(id)) ?? found;
    const { soFar } = found;
    const results = soFar ? `\n${resultText(found)}\n` : ' ';
    return answer(`${outcomeLine(now)}.${results}Tell the user that it was cancelled, and why.`, {
      id,
      state: now.state,
      ...(soFar?.structuredContent && { so_far: soFar.structuredContent }),
      tool_hint,
    });
  }
}

function answer(text: string, value: Record<string, unknown>): ToolResult {
  const hint = JSON.stringify({ tool_hint: value['tool_hint'] });
  return new ToolResult(
    [
      { type: 'text', text },
      { type: 'text', text: hint },
    ],
    false,
    { message: text, ...value },
  );
}

function missingId(): Result {
  const problem = { field: 'id', message: 'is required', allowed: 'the id of an operation, such as op_1' };
  return invalidArguments([problem], {
    tool: 'cancel',
    instruction: 'Call status to see the ids, then cancel with one of them.',
  });
}
