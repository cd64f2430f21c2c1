import type { Awaitable } from '../base/awaitable';
import type { ObjectSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { ownerOf } from '../owner';
import type { AnswerLimiter } from '../calls/answer-limiter';
import { boundedWire, renderWhole } from '../calls/render';
import type { CallOutcome, WireResult } from '../outcome';
import type { ToolShape } from '../tool/tool';
import { ToolResult } from '../tool-result';
import type { Session } from '../tool-context';
import { cutAnswer } from './cut-answer';
import type { KeptAnswers, KeptPlace } from './kept-answers';
import { withNoteKey } from './cut-answer-note';
import { costsAtMost } from './fits-budget';

/** When an answer carries its data as `structuredContent` besides the text. */
export type StructuredMode = 'auto' | 'always' | 'never';

/** How answers are bounded. */
export interface BudgetOptions {
  /** The most tokens an answer of a tool may have; 0 for no limit. */
  readonly tokensOf: (tool: ToolShape) => number;
  readonly structured: StructuredMode;
  readonly kept: KeptAnswers;
  /** The bare name of the tool that reads kept answers, and its name as clients see it; undefined if it is not there. */
  readonly reader: string;
  readonly readerName: () => string | undefined;
}

/** Makes every answer to a client fit into its budget; what is larger is kept whole, to be read in parts. */
export class AnswerBudget implements AnswerLimiter {
  constructor(private readonly options: BudgetOptions) {}

  budgetOf(tool: ToolShape, session?: Session): number | undefined {
    const tokens = this.options.tokensOf(tool);
    const granted = session?.grant?.answerBudget ?? 0;
    if (granted > 0 && (tokens <= 0 || granted < tokens)) return granted;
    return tokens > 0 ? tokens : undefined;
  }

  listedOutput(tool: ToolShape): ObjectSchema | undefined {
    const { outputSchema } = tool.describe();
    if (!outputSchema || !sendsStructured(tool, this.options.structured)) return undefined;
    return this.budgetOf(tool) === undefined ? outputSchema : withNoteKey(outputSchema);
  }

  answer(
    tool: ToolShape,
    session: Session | undefined,
    outcome: CallOutcome,
    tokens: number | undefined,
  ): Awaitable<CallOutcome> {
    const { structured, kept, reader, readerName } = this.options;
    const wire = renderWhole(outcome);
    if (wire.structuredContent && (wire.isError || !sendsStructured(tool, structured))) {
      if (wire.isError && outcome.result instanceof ToolResult)
        wire._meta = { ...wire._meta, ...errorMeta(wire.structuredContent) };
      delete wire.structuredContent;
    }
    if (tokens === undefined || tool.name === reader || costsAtMost(wire, tokens))
      return sent(outcome, outcome.isError, boundedWire(wire));
    const shownReader = readerName();
    let place: KeptPlace | undefined;
    const cut = cutAnswer(wire, {
      tokens,
      keep: (text) => (place = shownReader === undefined ? undefined : kept.keep(ownerOf(session), text)),
      reader: shownReader ?? reader,
      seconds: kept.limits.seconds,
      schema: this.listedOutput(tool) && tool.describe().outputSchema,
    });
    const answer = sent(outcome, cut.isError === true, boundedWire(cut));
    return place?.shared ? place.shared.then(() => answer) : answer;
  }
}

// Every call makes one of these, and a spread would cost more than the rest of it.
function sent(outcome: CallOutcome, isError: boolean, wire: WireResult): CallOutcome {
  const { result, repairs, operation, asked } = outcome;
  if (asked !== undefined) return { result, isError, repairs, wire, asked };
  if (operation !== undefined) return { result, isError, repairs, wire, operation };
  return { result, isError, repairs, wire };
}

// Programs read the kind of an error here; the text is for models, and may be just what a command printed.
function errorMeta(failure: Record<string, unknown>): Record<string, unknown> {
  const data = failure['error_data'];
  const code = isObject(data) ? data['code'] : undefined;
  const type = failure['error_type'] ?? failure['state'];
  if (code === undefined && type === undefined) return {};
  return {
    'toolwright/error': {
      ...(type !== undefined && { error_type: type }),
      ...(code !== undefined && { code }),
    },
  };
}

// Clients differ: some show a model the text, some the structured content, some both. All of them show text alone.
function sendsStructured(tool: ToolShape, mode: StructuredMode): boolean {
  if (mode !== 'auto') return mode === 'always';
  return tool.pack === undefined && tool.describe().outputSchema !== undefined;
}
