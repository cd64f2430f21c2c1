// How to write a tool: src/tools/README.md
import { pathToFileURL } from 'node:url';
import { ReadFileArgs } from '../args/read-file';
import { Tool } from '../decorators';
import { callerOf } from '../files/caller';
import { decoder, EncodingError, hasByteLines } from '../files/decode';
import { failure, fileFailure } from '../files/failure';
import { Files } from '../files/files';
import { mediaOf } from '../files/media-kind';
import { readPart } from '../files/read-part';
import { FileProblem } from '../disk/file-problem';
import type { OpenedFile } from '../disk/open-safely';
import type { Failure } from '../result';
import type { ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';

/** Maximum bytes in one reply, for text and for images and other binaries. */
const MOST_TEXT = 512 * 1024;
const MOST_BINARY = 4 * 1024 * 1024;

/** Reads a file: text in any encoding, images and audio as media content, large files in parts. */
@Tool({
  args: ReadFileArgs,
  description: 'Read the contents of a file.',
  usage:
    'Returns text unchanged. A large file is returned in parts: each reply ends with the start_line or start_byte of the next. Images and audio are returned as media, other binaries as an embedded resource.',
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
        return await readOpened(opened, args, context.signal);
      } finally {
        await opened.handle.close();
      }
    } catch (error) {
      if (error instanceof EncodingError) return failure(`${args.path}: ${error.message}`, 'encoding');
      return fileFailure(error);
    }
  }
}

async function readOpened(opened: OpenedFile, args: ReadFileArgs, signal: AbortSignal): Promise<ToolResult> {
  const raw = args.encoding.toLowerCase() === 'base64';
  const decode = raw ? (bytes: Uint8Array) => Buffer.from(bytes).toString('base64') : decoder(args.encoding);
  if (!raw && hasByteLines(args.encoding)) {
    const start = Buffer.alloc(Math.min(8192, opened.stats.size));
    await opened.handle.read(start, 0, start.length, 0);
    const media = mediaOf(start);
    if (media.kind !== 'text') return readBinary(opened, args, media);
  }
  const part = await readPart(opened.handle, {
    startByte: args.startByte,
    startLine: args.startLine,
    lineCount: args.lineCount ?? Infinity,
    limit: MOST_TEXT,
    signal,
  });
  const text = ToolResult.text(decode(part.bytes));
  const nothing = part.bytes.length ? undefined : beyondTheEnd(args, opened.stats.size, part.linesMet);
  if (nothing !== undefined) return withNote(text, nothing);
  if (part.complete || part.nextByte >= opened.stats.size) return text;
  const line = args.startByte === 0 && !raw ? ` or start_line ${part.nextLine}` : '';
  const shown = withNote(
    text,
    `Shown up to byte ${part.nextByte} of ${opened.stats.size}. Continue with start_byte ${part.nextByte}${line}.`,
  );
  const left = (args.lineCount ?? Infinity) - (part.nextLine - args.startLine);
  if (left <= 0) return shown;
  const missing = `${opened.stats.size - part.nextByte} more bytes, from start_byte ${part.nextByte} on`;
  // Base64 and encodings of several bytes a character don't simply join.
  if (raw || !hasByteLines(args.encoding)) return shown.asPage({ missing });
  const rest = left < Infinity ? { line_count: left } : {};
  return shown.asPage({ missing, next: { start_byte: part.nextByte, start_line: 1, ...rest } });
}

function withNote(text: ToolResult, note: string): ToolResult {
  const [first] = text.content;
  const value = first?.type === 'text' ? first.text : undefined;
  return new ToolResult([...text.content, { type: 'text', text: `[${note}]` }], false, value);
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
  const bytes = await opened.handle.readFile();
  if (media.kind === 'image') return ToolResult.image(bytes, media.mimeType);
  if (media.kind === 'audio') return ToolResult.audio(bytes, media.mimeType);
  const uri = pathToFileURL(args.path).href;
  return ToolResult.resource({ uri, mimeType: media.mimeType, blob: bytes.toString('base64') });
}
