import { isError } from '../base/any-realm';
import type { CallOutcome, Repair } from '../outcome';
import { Result } from '../result';
import { takeSdkResult } from '../schema/sdk-result';
import { refuseUnsendable, ToolResult } from '../tool-result';

/** Converts whatever a tool returned to an outcome. */
export function toOutcome(returned: unknown, repairs: readonly Repair[] = []): CallOutcome {
  // The commonest by far, and the cheapest to recognise.
  if (typeof returned === 'string') return { result: ToolResult.text(returned), isError: false, repairs };
  const value = takeSdkResult(returned);
  if (value instanceof Result) {
    if (value.isOk()) refuseUnsendable(value.value);
    else refuseUnsendable(value.errorData, 'errorData');
    return { result: value, isError: value.isFailure(), repairs };
  }
  if (value instanceof ToolResult) {
    refuseUnsendable(value.value);
    refuseUnsendable(value.meta, '_meta');
    return { result: value, isError: value.isError, repairs };
  }
  if (isOutcome(value)) return value;
  if (isError(value)) throw value;
  if (value === undefined || value === null) return { result: ToolResult.empty(), isError: false, repairs };
  return { result: ToolResult.json(value), isError: false, repairs };
}

/** Returns whether a value is an outcome. */
export function isOutcome(value: unknown): value is CallOutcome {
  if (typeof value !== 'object' || value === null || !('result' in value) || !('repairs' in value))
    return false;
  return value.result instanceof Result || value.result instanceof ToolResult;
}
