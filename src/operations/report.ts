import { isFinal, type Operation } from './operation';

/** How an operation stands, in one line. */
export function outcomeLine(operation: Operation): string {
  const { id, request, state, reason } = operation;
  const time = `${(elapsedMs(operation) / 1000).toFixed(1)} s`;
  return `${id} (${request.tool}): ${state} after ${time}${reason ? ` (${reason})` : ''}`;
}

/** An operation as JSON for agents: snake_case, times as text, results only where they are asked for. */
export function operationJson(operation: Operation, withResult: boolean): Record<string, unknown> {
  const { id, request, state, createdAt, startedAt, endedAt, firstWaitAt, progress, reason, result } =
    operation;
  return {
    id,
    tool_name: request.tool,
    state,
    created: time(createdAt),
    ...(startedAt !== undefined && { start_time: time(startedAt) }),
    ...(endedAt !== undefined && { end_time: time(endedAt) }),
    ...(firstWaitAt !== undefined && { first_wait_time: time(firstWaitAt) }),
    duration_ms: elapsedMs(operation),
    ...(progress && { progress }),
    ...(reason !== undefined && { reason }),
    ...(withResult && result && { result: { ...result } }),
  };
}

/** The text of an operation's result. */
export function resultText(operation: Operation): string {
  const blocks = operation.result?.content ?? [];
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

/** How many go on and how many are over, in one line. */
export function summaryLine(operations: readonly Operation[]): string {
  const active = operations.filter((operation) => !isFinal(operation)).length;
  return `Operations: ${active} active, ${operations.length - active} completed (total ${operations.length})`;
}

function elapsedMs({ createdAt, startedAt, endedAt }: Operation): number {
  return (endedAt ?? Date.now()) - (startedAt ?? createdAt);
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
