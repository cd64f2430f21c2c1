import { crypto } from '../base/crypto';

/** How much is kept, and for how long. */
export interface KeptLimits {
  readonly bytes: number;
  readonly count: number;
  readonly seconds: number;
}

/** An answer that was too large to send whole. */
export interface KeptAnswer {
  readonly handle: string;
  readonly text: string;
}

/** Where a text that was kept begins in the answer that holds it. */
export interface KeptPlace extends KeptAnswer {
  readonly start: number;
}

interface Kept extends KeptAnswer {
  readonly owner: string;
  readonly bytes: number;
  readonly until: number;
}

/** Keeps whole answers in memory for the caller they were made for, by a handle that nobody can guess. */
export class KeptAnswers {
  private readonly kept = new Map<string, Kept>();
  private total = 0;

  constructor(
    readonly limits: KeptLimits,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Keeps a text, dropping the oldest ones to make room; undefined if it alone is larger than the limit. A text that is an
   * answer kept already, or its end, is not kept again: reading on never begets another handle of the same thing.
   */
  keep(owner: string, text: string): KeptPlace | undefined {
    const { limits } = this;
    const holder = this.holderOf(owner, text);
    if (holder) return { ...this.renewed(holder), start: holder.text.length - text.length };
    const bytes = Buffer.byteLength(text);
    if (bytes > limits.bytes || limits.count < 1) return undefined;
    for (const oldest of this.kept.values()) {
      if (this.total + bytes <= limits.bytes && this.kept.size < limits.count) break;
      this.drop(oldest);
    }
    const handle = crypto().randomBytes(16).toString('hex');
    this.total += bytes;
    return { ...this.renewed({ handle, text, owner, bytes, until: 0 }), start: 0 };
  }

  /** Returns a kept answer; undefined if there is none, if its time is over, or if it was made for another caller. */
  find(owner: string, handle: string): KeptAnswer | undefined {
    this.dropExpired();
    const answer = this.kept.get(handle);
    return answer?.owner === owner ? answer : undefined;
  }

  private holderOf(owner: string, text: string): Kept | undefined {
    this.dropExpired();
    for (const answer of this.kept.values())
      if (answer.owner === owner && answer.text.endsWith(text)) return answer;
    return undefined;
  }

  // The map is in the order in which its answers expire.
  private renewed(answer: Kept): KeptAnswer {
    const { handle, text } = answer;
    this.kept.delete(handle);
    this.kept.set(handle, { ...answer, until: this.now() + this.limits.seconds * 1000 });
    return { handle, text };
  }

  private dropExpired(): void {
    const now = this.now();
    for (const answer of this.kept.values()) {
      if (answer.until > now) return;
      this.drop(answer);
    }
  }

  private drop({ handle, bytes }: Kept): void {
    this.kept.delete(handle);
    this.total -= bytes;
  }
}
