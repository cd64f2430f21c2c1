import { describeValue } from '../json/describe-value';
import { Result, type Failure } from '../result';
import { ToolResult } from '../tool-result';

/** What a guard returns to refuse a call: a failure (`Result.failure`) or blocks (`ToolResult.error`). */
export type GuardRefusal = Failure | ToolResult;

/** Returns what a guard refuses a call with, if anything; throws for a verdict that might be meant either way, such as `false`. */
export function refusalOfGuard(verdict: unknown): GuardRefusal | undefined {
  if (verdict === undefined || verdict === null) return undefined;
  if (verdict instanceof ToolResult || (verdict instanceof Result && verdict.isFailure())) return verdict;
  throw new TypeError(
    `a guard returned ${describeValue(verdict)}: it must return Result.failure(…) to refuse a call, and nothing to let it go on`,
  );
}
