import type { CallOutcome } from '../outcome';
import type { ToolShape } from '../tool/tool';
import type { Session } from '../tool-context';

/** Bounds what clients are sent. */
export interface AnswerLimiter {
  /** Returns the most tokens an answer of a tool may have; undefined for no limit. */
  budgetOf(tool: ToolShape): number | undefined;
  /** Returns whether answers of a tool carry structured content: only then may its output schema be listed. */
  publishesOutput(tool: ToolShape): boolean;
  /** Renders the outcome of a call within its budget; the returned outcome carries what is sent. */
  answer(
    tool: ToolShape,
    session: Session | undefined,
    outcome: CallOutcome,
    budget: number | undefined,
  ): CallOutcome;
}
