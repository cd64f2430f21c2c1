import type { Awaitable } from '../base/awaitable';
import { randomWord } from '../base/random-word';

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
  /** Resolves when other servers can read it too, or can't be expected to; absent if there are none. */
  readonly shared?: Promise<void>;
}

/** Where servers of one app put answers for each other; what can't be put there is readable on its own server alone. */
export interface SharedAnswers {
  put(owner: string, answer: KeptAnswer): Promise<void>;
  get(owner: string, handle: string): Promise<KeptAnswer | undefined>;
}

interface Kept extends KeptAnswer {
  readonly owner: string;
  readonly bytes: number;
  readonly until: number;
}

/** Keeps whole answers in memory for the caller they were made for, by a handle that nobody can guess; shares them where servers do. */
export class KeptAnswers {
  private readonly kept = new Map<string, Kept>();
  private total = 0;

  constructor(
    readonly limits: KeptLimits,
    private readonly shared?: () => Promise<SharedAnswers>,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Keeps a text, dropping the oldest ones to make room; undefined if it alone is larger than the limit. A text that is an
   * answer kept already, or its end, is not kept again: reading on never begets another handle of the same thing.
   */
  keep(owner: string, text: string): KeptPlace | undefined {
    const { limits } = this;
    const holder = this.holderOf(owner, text);
    if (holder) return this.placed(owner, this.renewed(holder), holder.text.length - text.length);
    const bytes = Buffer.byteLength(text);
    if (bytes > limits.bytes || limits.count < 1) return undefined;
    for (const oldest of this.kept.values()) {
      if (this.total + bytes <= limits.bytes && this.kept.size < limits.count) break;
      this.drop(oldest);
    }
    const handle = randomWord(16);
    this.total += bytes;
    return this.placed(owner, this.renewed({ handle, text, owner, bytes, until: 0 }), 0);
  }

  /** Returns a kept answer; undefined if there is none, if its time is over, or if it was made for another caller. */
  find(owner: string, handle: string): Awaitable<KeptAnswer | undefined> {
    this.dropExpired();
    const answer = this.kept.get(handle);
    if (answer?.owner === owner) return answer;
    return this.shared?.().then((shared) => shared.get(owner, handle));
  }

  private placed(owner: string, answer: KeptAnswer, start: number): KeptPlace {
    const shared = this.shared?.().then((others) => others.put(owner, answer));
    // That it is here is enough to send it.
    return { ...answer, start, ...(shared && { shared: shared.catch(() => undefined) }) };
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
