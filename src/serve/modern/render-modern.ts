import { checkedResult, isPlainText } from '../checked-result';
import { renderOutcome } from '../../calls/render';
import type { CallOutcome, WireResult } from '../../outcome';
import { ToolResult } from '../../tool-result';

/** Renders an outcome for this revision, in which structured content is any JSON value. */
export function renderModern(outcome: CallOutcome): WireResult {
  const wire = renderOutcome(outcome);
  const { result } = outcome;
  // What was made to fit a budget stays as it is.
  if (outcome.wire) return wire;
  if (wire.structuredContent === undefined && result instanceof ToolResult && isJson(result.value))
    return { ...wire, structuredContent: result.value as Record<string, unknown> };
  return wire;
}

/** Checks a result's content; structured content is not judged, since the SDK's schema knows only objects. */
export function checkedModern(wire: WireResult): WireResult {
  if (isPlainText(wire)) return wire;
  const { structuredContent, ...rest } = wire;
  const checked = checkedResult(rest);
  return checked === rest && structuredContent !== undefined ? wire : checked;
}

function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
