/** Keeps the first and last part of a stream in bounded memory, and notes how much is missing. */
export class BoundedOutput {
  private readonly headLimit: number;
  private readonly tailLimit: number;
  private readonly head: Buffer[] = [];
  private headBytes = 0;
  private tail: Buffer[] = [];
  private tailBytes = 0;
  private total = 0;

  constructor(limitBytes: number) {
    this.headLimit = Math.ceil(limitBytes / 2);
    this.tailLimit = Math.floor(limitBytes / 2);
  }

  /** Adds the next chunk of the stream. */
  add(chunk: Buffer): void {
    this.total += chunk.length;
    let rest = chunk;
    const room = this.headLimit - this.headBytes;
    if (room > 0) {
      const taken = Buffer.from(rest.subarray(0, room));
      this.head.push(taken);
      this.headBytes += taken.length;
      rest = rest.subarray(taken.length);
    }
    if (rest.length === 0) return;
    this.tail.push(Buffer.from(rest.subarray(Math.max(0, rest.length - this.tailLimit))));
    this.tailBytes += this.tail.at(-1)!.length;
    if (this.tailBytes > 2 * this.tailLimit + 65_536) this.trimTail();
  }

  /** Whether output was omitted. */
  get truncated(): boolean {
    return this.total > this.headLimit + this.tailLimit;
  }

  /** Returns the kept text; a line in the middle states how many bytes were omitted. */
  text(): string {
    this.trimTail();
    const head = Buffer.concat(this.head);
    const tail = Buffer.concat(this.tail);
    if (!this.truncated) return Buffer.concat([head, tail]).toString('utf8');
    const kept = [endAtCharacter(head), startAtCharacter(tail)] as const;
    const missing = this.total - kept[0].length - kept[1].length;
    return `${kept[0].toString('utf8')}\n[... ${missing} bytes omitted ...]\n${kept[1].toString('utf8')}`;
  }

  private trimTail(): void {
    if (this.tailBytes <= this.tailLimit) return;
    const all = Buffer.concat(this.tail);
    this.tail = [Buffer.from(all.subarray(all.length - this.tailLimit))];
    this.tailBytes = this.tailLimit;
  }
}

// Drops an incomplete UTF-8 sequence at the end.
function endAtCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
    }
  }
  return bytes;
}

// Drops an incomplete UTF-8 sequence at the start.
function startAtCharacter(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && (bytes[start]! & 0xc0) === 0x80) start++;
  return bytes.subarray(start);
}
