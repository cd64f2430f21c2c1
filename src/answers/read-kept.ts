import { parsedJson } from '../base/json-value';
import { selectPart } from './kept-json-part';
import { linesIn, lineStart, pageEnd } from '../tokens/text-page';
import type { ReadPart, ReadRequest } from './read-kept-request';
import { searchKept } from './search-kept';
import { characterStart } from '../tokens/estimate';

/** Reads a part of a kept answer within a number of tokens. */
export function readKept(whole: string, request: ReadRequest, tokens: number): ReadPart | { error: string } {
  const subject = subjectOf(whole, request.select);
  if ('error' in subject) return subject;
  if (request.search !== undefined)
    return searchKept(subject.text, request.search, request.offset ?? 0, tokens);
  const { text } = subject;
  const start = startOf(text, request);
  if (start >= text.length && text.length > 0) return { error: beyondTheEnd(text, request) };
  const limit = request.lineCount === undefined ? text.length : lineStart(text, request.lineCount + 1, start);
  const end = pageEnd(text, start, limit, tokens);
  const part = { text: text.slice(start, end), note: noteOf(text, start, end, limit, request) };
  const whollySelected = 'value' in subject && start === 0 && end === text.length;
  return whollySelected ? { ...part, value: subject.value } : part;
}

function subjectOf(
  whole: string,
  select: string | undefined,
): { text: string; value?: unknown } | { error: string } {
  if (select === undefined) return { text: whole };
  const json = parsedJson(whole);
  if (json === undefined)
    return { error: 'The answer is not JSON, so select does not apply; use offset, start_line or search' };
  const part = selectPart(json, select);
  if ('error' in part) return part;
  const { value } = part;
  return { text: typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null'), value };
}

function startOf(text: string, { offset, startLine }: ReadRequest): number {
  const from = characterStart(text, Math.min(offset ?? 0, text.length));
  return startLine === undefined ? from : lineStart(text, startLine, from);
}

function beyondTheEnd(text: string, { startLine }: ReadRequest): string {
  const size = `${text.length} characters and ${linesIn(text)} lines`;
  return `${startLine === undefined ? 'offset' : 'start_line'} is past the end: there are ${size}`;
}

function noteOf(text: string, start: number, end: number, limit: number, request: ReadRequest): string {
  const before = linesIn(text.slice(0, start));
  const startsLine = start === 0 || text[start - 1] === '\n';
  const firstLine = startsLine ? before + 1 : before;
  const lastLine = Math.max(firstLine, linesIn(text.slice(0, end)));
  const place = `Characters ${start}–${end} of ${text.length}, lines ${firstLine}–${lastLine} of ${linesIn(text)}`;
  if (end >= text.length) return `[${place}: this is the end.]`;
  if (end >= limit) return `[${place}. Continue with start_line ${lastLine + 1}.]`;
  const left = request.lineCount === undefined ? '' : ` and line_count ${linesIn(text.slice(end, limit))}`;
  return `[${place}. Continue with offset ${end}${left}.]`;
}
