import type { CallOutcome, Repair, WireResult } from '../../outcome';
import { forCode, outcomeFrom, type ForCode } from '../plain-outcome';
import { renderWhole } from '../render';

/** An answer as it is recorded. */
interface Recorded {
  readonly sent: WireResult;
  readonly forCode?: ForCode;
  readonly repairs?: readonly Repair[];
  readonly operation?: string;
}

/** Returns an outcome as JSON text, whole, so that it is made to fit again where it is replayed. */
export function recordOf(outcome: CallOutcome): string {
  const { isError, repairs, operation } = outcome;
  const { _meta, ...sent } = renderWhole(outcome);
  void _meta;
  const { meta } = outcome.result as { meta?: Record<string, unknown> };
  const recorded: Recorded = {
    sent: meta ? { ...sent, _meta: meta } : sent,
    ...(!isError && { forCode: forCode(outcome) }),
    ...(repairs.length && { repairs }),
    ...(operation !== undefined && { operation }),
  };
  return JSON.stringify(recorded);
}

/** Returns the outcome that was recorded, marked as a replay. */
export function replayOf(text: string): CallOutcome {
  const { sent, forCode: stored, repairs = [], operation } = JSON.parse(text) as Recorded;
  return {
    ...outcomeFrom(sent, stored),
    repairs,
    ...(operation !== undefined && { operation }),
    replayed: true,
  };
}
