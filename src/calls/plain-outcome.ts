import type { PageNote } from '../base/page-note';
import type { CallOutcome, WireResult } from '../outcome';
import { Result } from '../result';
import { ToolResult } from '../tool-result';

/** What code gets of a result, where what is sent doesn't say it; plain data too. */
export interface ForCode {
  /** The value, if it is no object. */
  readonly value?: unknown;
  /** Whether what is sent is a Result around the value. */
  readonly isResult?: boolean;
  /** What the result leaves out. */
  readonly page?: PageNote;
}

/** Returns what has to be stored of an outcome besides what is sent, so that `outcomeFrom` restores it. */
export function forCode({ result, bare }: CallOutcome): ForCode {
  const page = result.page && { page: result.page };
  if (result instanceof Result) return { ...(!bare && { isResult: true }), ...page };
  const { value, structured } = result;
  return { ...(value !== undefined && !structured && { value }), ...page };
}

/** Returns the outcome that was stored as plain data. */
export function outcomeFrom(sent: WireResult | undefined, stored: ForCode = {}): CallOutcome {
  const { content = [], structuredContent, isError = false, _meta } = sent ?? {};
  const { isResult, value, page } = stored;
  const result = isResult
    ? resultFrom(structuredContent ?? {}, page)
    : new ToolResult(content, isError, value ?? structuredContent, page, _meta);
  return { result, isError, repairs: [] };
}

// The Result that was sent as this JSON.
function resultFrom({ value, success: _, ...extras }: Record<string, unknown>, page?: PageNote): Result {
  return Result.ok(value, { ...extras, ...(page && { page }) });
}
