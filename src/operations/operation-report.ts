import type { WireResult } from '../outcome';
import { howMany } from '../base/how-many';
import { isFinal, type Operation } from './operation';
import type { OperationLoad } from './operation-engine';

const LARGEST_DATA = 20_000;
const BRIEF = 400;

/** Describes the state of an operation in one line. */
export function outcomeLine(operation: Operation): string {
  const { id, request, state, reason } = operation;
  const time = `${(elapsedMs(operation) / 1000).toFixed(1)} s`;
  return `${id} (${request.tool}): ${state} after ${time}${reason ? ` (${reason})` : ''}`;
}

/**
 * Returns an operation as JSON for agents: snake_case keys, times as text, and with its results if they are wanted; without them, only
 * the beginning and the end of what a running one has so far.
 */
export function operationJson(operation: Operation, withResult: boolean): Record<string, unknown> {
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
    ...(soFar && withResult && { so_far: resultJson(soFar) }),
    ...(soFar && !withResult && !isFinal(operation) && { so_far: { text: resultSummary(operation, BRIEF) } }),
    ...(withResult && result && { result: resultJson(result) }),
  };
}

/** Returns the whole text of an operation's result, or of its output so far; the door it leaves by makes it fit. */
export function resultText(operation: Operation): string {
  return textIn(operation.result ?? operation.soFar);
}

/** Returns the text of an operation's result for an announcement, with the middle cut out if it exceeds the limit. */
export function resultSummary(operation: Operation, limit: number): string {
  const text = resultText(operation);
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  return `${text.slice(0, half)}\n[… ${text.length - 2 * half} characters omitted; await ${operation.id} returns all …]\n${text.slice(-half)}`;
}

function resultJson(result: WireResult): Record<string, unknown> {
  const data = smallData(result.structuredContent);
  return { text: textIn(result), ...(data && { data }) };
}

function textIn(result: WireResult | undefined): string {
  const blocks = result?.content ?? [];
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

// Large structured data that repeats the text is omitted.
function smallData(data: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  return data && JSON.stringify(data).length <= LARGEST_DATA ? data : undefined;
}

/** Summarises in one line how many operations are active, how many have ended, and how many of those not well. */
export function summaryLine(operations: readonly Operation[]): string {
  const active = operations.filter((operation) => !isFinal(operation)).length;
  const unwell = Object.entries(UNWELL).flatMap(([state, word]) => {
    const count = operations.filter((operation) => operation.state === state).length;
    return count ? [`${count} ${word}`] : [];
  });
  const of = unwell.length ? `; of those completed ${unwell.join(', ')}` : '';
  return `Operations: ${active} active, ${operations.length - active} completed (total ${operations.length}${of})`;
}

/** Describes in one line how much there is to do for all callers together. */
export function loadLine({ waiting, oldestWaitingMs, running, slots, workers }: OperationLoad): string {
  const since = waiting ? ` (the first for ${(oldestWaitingMs / 1000).toFixed(1)} s)` : '';
  const places = workers
    ? `${running} of ${slots} places taken on ${howMany(workers, 'worker')}`
    : 'no worker is there';
  return `Queue of all callers: ${waiting} waiting${since}, ${places}`;
}

const UNWELL = { Failed: 'failed', TimedOut: 'timed out', Cancelled: 'cancelled' } as const;

function elapsedMs({ createdAt, startedAt, endedAt }: Operation): number {
  return (endedAt ?? Date.now()) - (startedAt ?? createdAt);
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
