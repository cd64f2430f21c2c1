// How to write a tool: src/tools/README.md
import { pathToFileURL } from 'node:url';
import { ReadFileArgs } from '../args/read-file';
import { RETURNED } from '../args/returned';
import { Tool } from '../decorators';
import { callerOf } from '../files/file-caller';
import { EncodingError } from '../files/decode-file-text';
import { failure, fileFailure } from '../files/file-failure';
import { Files } from '../files/files';
import { mediaOf } from '../files/media-kind';
import { NOTE_TOKENS, noted } from '../files/file-page';
import { KIND_BYTES, readBeginning, readTextPart } from '../files/text-part';
import type { TextPart } from '../files/text-request';
import { wideEncodingOf } from '../files/wide-text';
import { FileProblem } from '../disk/file-problem';
import type { OpenedFile } from '../disk/open-file';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { endWithin } from '../tokens/estimate';
import { ToolResult } from '../tool-result';

/** Maximum bytes in one reply, for text and for images and other binaries. */
const MOST_TEXT = 512 * 1024;
const MOST_BINARY = 4 * 1024 * 1024;
const MOST_RAW = 3 * 128 * 1024;
const DEFAULT_ENCODING = 'utf-8';
// Hardly any text has longer tokens; more would be read for nothing.
const MOST_BYTES_PER_TOKEN = 16;

/** Reads a file: text in any encoding, images and audio as media content, large files in parts. */
@Tool({
  args: ReadFileArgs,
  returns: RETURNED.fileContent,
  description: 'Read the contents of a file.',
  usage:
    'Returns text unchanged, with its byte-order mark if UTF-8 has one. A large file is returned in parts: each reply ends with the start_line or start_byte of the next. Images and audio are returned as media, other binaries as an embedded resource.',
  examples: [
    { args: { path: 'README.md' }, explains: 'Reads the whole file as text.' },
    {
      args: { path: 'logs/server.log', start_line: 1001, line_count: 200 },
      explains: 'Reads lines 1001 to 1200.',
    },
    { args: { path: 'legacy.txt', encoding: 'latin1' }, explains: 'Reads a file that is not UTF-8.' },
  ],
  category: 'file',
  tags: ['file', 'read'],
  annotations: {
    title: 'Read file',
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
})
export class ReadFile {
  constructor(private readonly files: Files) {}

  async run(args: ReadFileArgs, context: ToolContext): Promise<ToolResult | Failure> {
    try {
      const opened = await this.files.open(args.path, await callerOf(context));
      try {
        return await readOpened(opened, args, context);
      } finally {
        await opened.handle.close();
      }
    } catch (error) {
      if (error instanceof EncodingError) return failure(`${args.path}: ${error.message}`, 'encoding');
      return fileFailure(error);
    }
  }
}

async function readOpened(opened: OpenedFile, args: ReadFileArgs, context: ToolContext): Promise<ToolResult> {
  const { budget, signal } = context;
  const tokens = budget === undefined ? Infinity : budget - Math.min(NOTE_TOKENS, budget / 2);
  const { size } = opened.stats;
  const head = await readBeginning(opened.handle, size, tokens);
  const start = head.subarray(0, KIND_BYTES);
  const wide = wideEncodingOf(start);
  const media = mediaOf(start);
  // An encoding other than the default is obeyed, whatever the bytes look like.
  const recognised = args.encoding === DEFAULT_ENCODING;
  if (recognised && !wide && media.kind !== 'text') return readBinary(opened, args, media);
  const encoding = (recognised && wide) || args.encoding;
  if (encoding.toLowerCase() === 'base64') return readRaw(opened, args, tokens);
  const part = await readTextPart(opened.handle, {
    encoding,
    startByte: args.startByte,
    startLine: args.startLine,
    lineCount: args.lineCount ?? Infinity,
    size,
    limit: Math.min(MOST_TEXT, tokens * MOST_BYTES_PER_TOKEN),
    tokens,
    head,
    signal,
  });
  if (part.text === '') {
    const nothing = beyondTheEnd(args, size, part.linesMet);
    if (nothing !== undefined) return noted('', '', nothing);
  }
  if (part.complete) return ToolResult.text(part.text);
  const { nextByte, nextLine } = part;
  const line = args.startByte === 0 && nextLine !== undefined ? ` or start_line ${nextLine}` : '';
  const shown = noted(
    part.text,
    part.text,
    `Shown up to byte ${nextByte} of ${size}. Continue with start_byte ${nextByte}${line}.`,
  );
  const left = linesLeft(args, part);
  if (left <= 0) return shown;
  const rest = left < Infinity ? { line_count: left } : {};
  return shown.asPage({
    missing: `${size - nextByte} more bytes, from start_byte ${nextByte} on`,
    next: { start_byte: nextByte, start_line: 1, encoding, ...rest },
  });
}

function linesLeft({ lineCount = Infinity }: ReadFileArgs, { text }: TextPart): number {
  return lineCount === Infinity ? Infinity : lineCount - (text.split('\n').length - 1);
}

// Base64 of three bytes at a time joins to base64 of the whole.
async function readRaw(
  { handle, stats }: OpenedFile,
  args: ReadFileArgs,
  tokens: number,
): Promise<ToolResult> {
  const { startByte } = args;
  const nothing = beyondTheEnd({ ...args, startLine: 1 }, stats.size, 0);
  if (nothing !== undefined) return noted('', '', nothing);
  const bytes = await bytesAt({ handle, stats }, startByte, MOST_RAW);
  const whole = bytes.toString('base64');
  const text = whole.slice(0, endWithin(whole, 0, tokens) & ~3) || whole.slice(0, 4);
  const nextByte = startByte + Math.min(bytes.length, (text.length / 4) * 3);
  if (nextByte >= stats.size) return ToolResult.text(text);
  const note = `Shown up to byte ${nextByte} of ${stats.size}. Continue with start_byte ${nextByte}.`;
  const missing = `${stats.size - nextByte} more bytes, from start_byte ${nextByte} on`;
  return noted(text, text, note).asPage({ missing, next: { start_byte: nextByte } });
}

// An empty reply alone would look like an empty file.
function beyondTheEnd(
  { startByte, startLine }: ReadFileArgs,
  size: number,
  lines: number,
): string | undefined {
  if (startByte > 0 && startByte >= size)
    return `start_byte ${startByte} is past the end: the file has ${size} bytes.`;
  if (startLine <= 1) return undefined;
  const from = startByte > 0 ? `from start_byte ${startByte}, ` : '';
  return `start_line ${startLine} is past the end: ${from}the file has ${lines} ${lines === 1 ? 'line' : 'lines'}.`;
}

async function readBinary(
  opened: OpenedFile,
  args: ReadFileArgs,
  media: ReturnType<typeof mediaOf>,
): Promise<ToolResult> {
  const { size } = opened.stats;
  if (size > MOST_BINARY) {
    throw new FileProblem(
      'wrong_type',
      `${args.path} is a binary file (${media.mimeType}) of ${size} bytes; one reply holds at most ${MOST_BINARY}. Read it in parts with encoding base64 and start_byte`,
    );
  }
  const bytes = await bytesAt(opened, 0, size);
  if (media.kind === 'image') return ToolResult.image(bytes, media.mimeType);
  if (media.kind === 'audio') return ToolResult.audio(bytes, media.mimeType);
  const uri = pathToFileURL(args.path).href;
  return ToolResult.resource({ uri, mimeType: media.mimeType, blob: bytes.toString('base64') });
}

// At most so many of the bytes from a position on.
async function bytesAt({ handle, stats }: OpenedFile, position: number, most: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(most, stats.size - position)));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, position);
  return bytes.subarray(0, bytesRead);
}
