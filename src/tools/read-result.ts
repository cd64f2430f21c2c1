// How to write a tool: src/tools/README.md
import { KeptAnswers, type KeptAnswer } from '../answers/kept-answers';
import { readKept } from '../answers/read-kept';
import type { ReadRequest } from '../answers/read-kept-request';
import { andThen, type Awaitable } from '../base/awaitable';
import { ReadResultArgs } from '../args/read-result';
import { RETURNED } from '../args/returned';
import { ownerOf } from '../owner';
import { Tool } from '../decorators';
import { ErrorCode } from '../errors';
import { Result, type Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

// The note after each part, in tokens.
const NOTE = 100;

/** Reads parts of an answer that was too large to send whole. */
@Tool({
  args: ReadResultArgs,
  returns: RETURNED.json,
  description: 'Continue reading an answer that was cut off.',
  usage:
    'An answer that is too large ends with a note and a handle. Read on from offset, or take lines, the lines that contain a text, or a part of a JSON answer. Each reply ends with its place and how to continue.',
  examples: [
    { args: { handle: 'q3jYtNOm9hZcXk2v7w1fUg', offset: 38120 }, explains: 'Reads the next page.' },
    { args: { handle: 'q3jYtNOm9hZcXk2v7w1fUg', search: 'error' }, explains: 'Finds lines with error.' },
    {
      args: { handle: 'q3jYtNOm9hZcXk2v7w1fUg', select: 'stdout', start_line: 200, line_count: 50 },
      explains: 'Reads lines 200 to 249 of the text under stdout.',
    },
  ],
  category: 'utility',
  tags: ['answers', 'read'],
  annotations: {
    title: 'Read result',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class ReadResult {
  constructor(private readonly kept: KeptAnswers) {}

  run({ handle, ...request }: ReadResultArgs, context: ToolContext): Awaitable<ToolResult | Failure> {
    return andThen(this.kept.find(ownerOf(context.session), handle), (answer) =>
      partOf(answer, handle, request, context),
    );
  }
}

function partOf(
  answer: KeptAnswer | undefined,
  handle: string,
  request: ReadRequest,
  context: ToolContext,
): ToolResult | Failure {
  if (!answer) {
    return Result.failure(`There is no kept answer ${handle}`, 'not_found', {
      instruction:
        'Answers are kept for a limited time, and only for the caller that received them. Call the original tool again.',
      errorData: { code: ErrorCode.Execution },
    });
  }
  const tokens =
    context.budget === undefined ? Infinity : context.budget - Math.min(NOTE, context.budget / 2);
  const part = readKept(answer.text, request, tokens);
  if ('error' in part)
    return Result.failure(part.error, 'validation_error', { errorData: { code: ErrorCode.Validation } });
  const content = [part.text, part.note].map((text) => ({ type: 'text' as const, text }));
  if (context.budget !== undefined) return new ToolResult(content);
  return new ToolResult(content, false, 'value' in part ? part.value : part.text);
}
