import { exceptionMessage } from '../base/exception';
import { roughSize } from '../base/rough-size';
import type { CallOutcome, WireResult } from '../outcome';
import { ErrorCode } from '../errors';
import { Result } from '../result';
import { ToolResult } from '../tool-result';

/** Converts the outcome of a call to what is sent to the client; nothing else does. */
export function renderOutcome(outcome: CallOutcome): WireResult {
  return outcome.wire ?? boundedWire(renderWhole(outcome));
}

/** The same, however large. A result that JSON cannot represent becomes an error. */
export function renderWhole(outcome: CallOutcome): WireResult {
  const wire = rendered(outcome.result, outcome.bare);
  if (outcome.isError) wire.isError = true;
  if (outcome.result instanceof ToolResult && outcome.result.meta) wire._meta = outcome.result.meta;
  if (outcome.repairs.length) wire._meta = { ...wire._meta, 'toolwright/repairs': outcome.repairs };
  if (outcome.replayed) wire._meta = { ...wire._meta, ...REPLAYED };
  return wire;
}

/** Returns what is sent, or an error in its place if it is too large for one message. */
export function boundedWire(wire: WireResult): WireResult {
  const bytes = messageBytes(wire);
  return bytes > LARGEST_MESSAGE
    ? failureOfResult(`The result has ${bytes} bytes, too many for one message`)
    : wire;
}

/** The mark of an answer that was recorded earlier, under the same key. */
export const REPLAYED = { 'toolwright/replayed': true } as const;

function rendered(result: Result | ToolResult, bare = false): WireResult {
  try {
    if (bare) return renderBare(result);
    return result instanceof ToolResult ? renderBlocks(result) : renderResult(result);
  } catch (error) {
    return failureOfResult(`The result cannot be serialised as JSON: ${exceptionMessage(error)}`);
  }
}

// Clients close the connection on a message over 10 MiB; the rest is left for the envelope.
const LARGEST_MESSAGE = 10 * 1024 * 1024 - 64 * 1024;

// Measured exactly only if it might be too large.
function messageBytes({ content, structuredContent, _meta }: WireResult): number {
  const might = LARGEST_MESSAGE / 8;
  let characters = 0;
  for (const block of content)
    characters += block.type === 'text' ? block.text.length : roughSize(block, might);
  if (structuredContent) characters += roughSize(structuredContent, might);
  if (_meta) characters += roughSize(_meta, might);
  if (characters <= might) return characters;
  return Buffer.byteLength(JSON.stringify({ content, structuredContent, _meta }));
}

/** The error sent in place of a result that cannot be sent. */
export function failureOfResult(error: string): WireResult {
  const failure = Result.failure(error, 'result_error', {
    instruction: 'Request less at once, such as a part or a page, or tell the user.',
    errorData: { code: ErrorCode.Execution },
  });
  return { ...renderResult(failure), isError: true };
}

/** Returns the plain value of an outcome, for code that calls tools as functions. */
export function outcomeValue(outcome: CallOutcome): unknown {
  const { result } = outcome;
  return result instanceof Result ? result.value : result.asValue;
}

/** Returns why an outcome is a failure, in one line. */
export function outcomeError(outcome: CallOutcome): string {
  const { result } = outcome;
  if (result instanceof Result) return result.error ?? 'unknown error';
  return result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

function renderResult(result: Result): WireResult {
  const json = result.toJson();
  return { content: [{ type: 'text', text: JSON.stringify(json) }], structuredContent: json };
}

// The value alone is what the tool's schema describes, so a failure, which is none, is text only.
function renderBare(result: Result | ToolResult): WireResult {
  if (result instanceof ToolResult)
    return result.isError ? { content: result.content } : renderBlocks(result);
  if (!result.isOk()) return { content: renderResult(result).content };
  const value = result.value as Record<string, unknown>;
  const texts = [JSON.stringify(value), result.message, result.instruction].filter(
    (text) => text !== undefined,
  );
  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent: value };
}

function renderBlocks(result: ToolResult): WireResult {
  const wire: WireResult = { content: result.content };
  if (result.structured) wire.structuredContent = result.structured;
  return wire;
}
