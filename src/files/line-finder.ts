/** Finds lines in the bytes of a file that may match, without decoding them; it may find too many, never too few. */
export interface LineFinder {
  /** Returns an index within the next such line, or that of its end; −1 if there is none. `from` is the start of a line. */
  next(bytes: Buffer, from: number): number;
}

/** Finds a text in UTF-8, whose bytes are never found in the middle of another character. */
export class TextFinder implements LineFinder {
  private readonly bytes: Buffer;
  private readonly rare: number;
  private readonly tail: Buffer;

  /** `text` contains neither a replacement character, which invalid bytes are decoded to, nor half of a character. */
  constructor(text: string) {
    this.bytes = Buffer.from(text);
    this.rare = rarestIn(this.bytes);
    this.tail = this.bytes.subarray(this.rare);
  }

  // The search starts at its rarest byte, so that it is seldom interrupted to compare the rest.
  next(bytes: Buffer, from: number): number {
    const { rare, tail } = this;
    for (let at = bytes.indexOf(tail, from + rare); at >= 0; at = bytes.indexOf(tail, at + 1))
      if (this.startsAt(bytes, at - rare)) return at;
    return -1;
  }

  private startsAt(bytes: Buffer, start: number): boolean {
    for (let at = 0; at < this.rare; at++) if (bytes[start + at] !== this.bytes[at]) return false;
    return true;
  }
}

/** Returns how rare the rarest byte of a text is among prose and code: 0 for a blank, more for what is rarer. */
export function rarityOf(text: string): number {
  const bytes = Buffer.from(text);
  return rankOf(bytes[rarestIn(bytes)]!);
}

/** Returns whether a text has UTF-8 of its own, so that it can be found by its bytes. */
export function hasOwnBytes(text: string): boolean {
  return !text.includes('\ufffd') && !text.includes('\n') && Buffer.from(text).toString() === text;
}

// Roughly from the most frequent to the rarest in prose and code; what is missing is rarer still.
const FREQUENT =
  ' etaoinsrlhdcupmfgy\n.b_v-wk,/()"\'0:=x1;j2*{}z>TSCE<I3ARq4DNPF5LM#O68B79[]U+@HV$%WG\\&|!?YKX^~`JZQ';

function rankOf(byte: number): number {
  const rank = FREQUENT.indexOf(String.fromCharCode(byte));
  return rank < 0 ? FREQUENT.length : rank;
}

function rarestIn(bytes: Buffer): number {
  let rarest = 0;
  for (let at = 1; at < bytes.length; at++) if (rankOf(bytes[at]!) > rankOf(bytes[rarest]!)) rarest = at;
  return rarest;
}
