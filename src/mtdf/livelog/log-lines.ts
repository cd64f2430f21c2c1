import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';
import type { OutputStream } from '../../process/process-exit';

const LONGEST_LINE = 2_000;

/** An incomplete line: its beginning, and how much was dropped. */
interface Unfinished {
  readonly decoder: StringDecoder;
  text: string;
  lost: number;
}

/** Splits two output streams into lines; blank lines are skipped, and very long ones are truncated. */
export class LogLines {
  private readonly streams: Record<OutputStream, Unfinished> = { stdout: unfinished(), stderr: unfinished() };

  /** Returns the lines that a piece of output completes. */
  linesIn(piece: Buffer, stream: OutputStream): string[] {
    const rest = this.streams[stream];
    const [first = '', ...others] = rest.decoder.write(piece).split('\n');
    append(rest, first);
    const lines: string[] = [];
    for (const other of others) {
      lines.push(taken(rest));
      append(rest, other);
    }
    return lines.filter((line) => line.trim() !== '');
  }

  /** Returns what is left without a line end at the end of the output. */
  end(): string[] {
    return Object.values(this.streams)
      .map((rest) => {
        append(rest, rest.decoder.end());
        return taken(rest);
      })
      .filter((line) => line.trim() !== '');
  }
}

/** Returns a line as it appears on a screen: without colours and control characters, after its last carriage return. */
export function plainLine(line: string): string {
  const shown = stripVTControlCharacters(line).trimEnd();
  return shown.slice(shown.lastIndexOf('\r') + 1).replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

function unfinished(): Unfinished {
  return { decoder: new StringDecoder('utf8'), text: '', lost: 0 };
}

function append(rest: Unfinished, piece: string): void {
  const kept = piece.slice(0, Math.max(0, LONGEST_LINE - rest.text.length));
  rest.text += kept;
  rest.lost += piece.length - kept.length;
}

function taken(rest: Unfinished): string {
  const line = rest.lost ? `${rest.text} [… ${rest.lost} characters omitted]` : rest.text;
  rest.text = '';
  rest.lost = 0;
  return line;
}
