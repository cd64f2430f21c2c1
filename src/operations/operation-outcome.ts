import type { CallOutcome } from '../outcome';
import type { PageNote } from '../base/page-note';
import { Result } from '../result';
import { ToolResult } from '../tool-result';
import type { Operation } from './operation';

/** Returns what a finished operation ended in, as if it had been waited for. */
export function outcomeOf(operation: Operation): CallOutcome {
  const { content = [], structuredContent, isError = false } = operation.result ?? {};
  const { isResult, value, page } = operation.forCode ?? {};
  const result = isResult
    ? resultFrom(structuredContent ?? {}, page)
    : new ToolResult(content, isError, value ?? structuredContent, page);
  return { result, isError, repairs: [] };
}

// The Result that was sent as this JSON.
function resultFrom({ value, success: _, ...extras }: Record<string, unknown>, page?: PageNote): Result {
  return Result.ok(value, { ...extras, ...(page && { page }) });
}
