import type { WireResult } from '../outcome';
import { isFinal, type Operation } from './operation';

/** Describes the state of an operation in one line. */
export function outcomeLine(operation: Operation): string {
  const { id, request, state, reason } = operation;
  const time = `${(elapsedMs(operation) / 1000).toFixed(1)} s`;
  return `${id} (${request.tool}): ${state} after ${time}${reason ? ` (${reason})` : ''}`;
}

/** Maximum characters of results in one answer, shared by all its operations. */
export const RESULTS_LIMIT = 4_000_000;

/** Returns an operation as JSON for agents: snake_case keys, times as text, and up to `limit` characters of its result. */
export function operationJson(operation: Operation, limit = 0): Record<string, unknown> {
  const { id, request, state, createdAt, startedAt, endedAt, firstWaitAt, progress, reason } = operation;
  const { result, soFar } = operation;
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
    ...(limit > 0 && soFar && { so_far: resultJson(soFar, limit) }),
    ...(limit > 0 && result && { result: resultJson(result, limit) }),
  };
}

/** Returns the text of an operation's result, or of its output so far, with the middle cut out if it exceeds the limit. */
export function resultText(operation: Operation, limit: number): string {
  return textIn(operation.result ?? operation.soFar, limit);
}

function resultJson(result: WireResult, limit: number): Record<string, unknown> {
  const data = smallData(result.structuredContent, limit);
  return { text: textIn(result, limit), ...(data && { data }) };
}

function textIn(result: WireResult | undefined, limit: number): string {
  const blocks = result?.content ?? [];
  const text = blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters omitted …]\n${text.slice(-half)}`;
}

// Large structured data that repeats the text is omitted.
function smallData(
  data: Record<string, unknown> | undefined,
  limit: number,
): Record<string, unknown> | undefined {
  return data && JSON.stringify(data).length <= Math.min(limit, 20_000) ? data : undefined;
}

/** Summarises in one line how many operations are active and how many have completed. */
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
