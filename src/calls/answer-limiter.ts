import type { Awaitable } from '../base/awaitable';
import type { ObjectSchema } from '../base/json-schema';
import type { CallOutcome } from '../outcome';
import type { ToolShape } from '../tool/tool';
import type { Session } from '../tool-context';

/** Bounds what clients are sent. */
export interface AnswerLimiter {
  /** Returns the most tokens an answer of a tool may have; undefined for no limit. */
  budgetOf(tool: ToolShape, session?: Session): number | undefined;
  /** Returns the output schema that is listed for a tool; undefined where its answers carry no structured content. */
  listedOutput(tool: ToolShape): ObjectSchema | undefined;
  /** Renders the outcome of a call within its budget; the returned outcome carries what is sent. */
  answer(
    tool: ToolShape,
    session: Session | undefined,
    outcome: CallOutcome,
    budget: number | undefined,
  ): Awaitable<CallOutcome>;
}
