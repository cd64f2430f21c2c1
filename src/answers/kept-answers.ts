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

  /** Keeps a text, dropping the oldest ones to make room; undefined if it alone is larger than the limit. */
  keep(owner: string, text: string): KeptAnswer | undefined {
    const { limits } = this;
    const bytes = Buffer.byteLength(text);
    if (bytes > limits.bytes || limits.count < 1) return undefined;
    this.dropExpired();
    for (const oldest of this.kept.values()) {
      if (this.total + bytes <= limits.bytes && this.kept.size < limits.count) break;
      this.drop(oldest);
    }
    const handle = crypto().randomBytes(16).toString('base64url');
    const answer: Kept = { handle, text, owner, bytes, until: this.now() + limits.seconds * 1000 };
    this.kept.set(handle, answer);
    this.total += bytes;
    return answer;
  }

  /** Returns a kept answer; undefined if there is none, if its time is over, or if it was made for another caller. */
  find(owner: string, handle: string): KeptAnswer | undefined {
    this.dropExpired();
    const answer = this.kept.get(handle);
    return answer?.owner === owner ? answer : undefined;
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
