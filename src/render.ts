import type { CallOutcome, WireResult } from './outcome';
import { Result } from './result';
import { ToolResult } from './tool-result';

/** The one place where a call's outcome becomes what the wire carries. */
export function renderOutcome(outcome: CallOutcome): WireResult {
  const { result } = outcome;
  const wire = result instanceof ToolResult ? renderBlocks(result) : renderResult(result);
  if (outcome.isError) wire.isError = true;
  if (outcome.repairs.length) wire._meta = { 'toolwright/repairs': outcome.repairs };
  return wire;
}

/** The plain value of an outcome, for code that calls tools as functions. */
export function outcomeValue(outcome: CallOutcome): unknown {
  const { result } = outcome;
  if (result instanceof Result) return result.value;
  if (result.value !== undefined) return result.value;
  if (!result.content.length) return undefined;
  const texts = result.content.map((block) => (block.type === 'text' ? block.text : undefined));
  return texts.includes(undefined) ? result.content : texts.join('\n');
}

/** Why an outcome is a failure, in one line. */
export function outcomeError(outcome: CallOutcome): string {
  const { result } = outcome;
  if (result instanceof Result) return result.error ?? 'unknown error';
  return result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');
}

function renderResult(result: Result): WireResult {
  const text = result.toJsonString();
  return { content: [{ type: 'text', text }], structuredContent: result.toJson() };
}

function renderBlocks(result: ToolResult): WireResult {
  const wire: WireResult = { content: result.content };
  if (result.structured) wire.structuredContent = result.structured;
  return wire;
}
