import { costsAtMost } from '../answers/fits-budget';
import { isKeyFailure } from '../calls/keys/key-failures';
import type { ToolCall } from '../calls/pipeline';
import { renderWhole } from '../calls/render';
import { ErrorCode } from '../errors';
import type { CallOutcome } from '../outcome';
import { Result } from '../result';

/** What made a recorded call end as it did besides the tool and its arguments: a test that makes it again doesn't have that. */
export type OutsideCause = 'cancelled' | 'timed_out' | 'crowded' | 'keyed' | 'narrowed' | 'cut';

/** All of them, as a recording may have them. */
export const OUTSIDE_CAUSES: readonly OutsideCause[] = [
  'cancelled',
  'timed_out',
  'crowded',
  'keyed',
  'narrowed',
  'cut',
];

const CROWDED = ['operations_full', 'operations_away', 'outcome_unknown'];

/** Returns what besides the tool and its arguments made a call end as it did; undefined if nothing did. */
export function outsideCause(
  { tool, options }: ToolCall,
  outcome: CallOutcome,
  /** The most tokens of its answer. */
  budget: number | undefined,
): OutsideCause | undefined {
  const { isError } = outcome;
  const { error = '', errorType, errorData } = outcome.result instanceof Result ? outcome.result : {};
  if (isError && errorData?.['code'] === ErrorCode.Timeout) return 'timed_out';
  if (options.signal?.aborted) return 'cancelled';
  if (isError && isKeyFailure(tool.name, error)) return 'keyed';
  if (isError && errorData && CROWDED.includes(errorType ?? '')) return 'crowded';
  if (isNarrowed({ tool, options }, isError)) return 'narrowed';
  return budget !== undefined && !costsAtMost(renderWhole(outcome), budget) ? 'cut' : undefined;
}

// The directories of a client only take something away, so what succeeds within them does without them too.
function isNarrowed({ tool, options: { session } }: Pick<ToolCall, 'tool' | 'options'>, isError: boolean) {
  if (!session) return false;
  if (session.grant && tool.pack === 'code') return isError || tool.name === 'find_tools';
  return isError && (session.grant?.roots ?? session.roots) !== undefined && !!tool.accesses?.length;
}
