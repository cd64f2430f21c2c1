import {
  DEFAULT_RECORD_LIMITS,
  type CallRecords,
  type Claim,
  type KeyedRequest,
  type Lease,
  type RecordLimits,
} from './call-records';

interface Entry {
  readonly owner: string;
  readonly digest: string;
  state: 'running' | 'asked' | 'ended' | 'dropped';
  round?: string;
  /** The answer, or the question. */
  text: string;
  expires: number;
  /** Called when it is no longer running. */
  waiting: (() => void)[];
}

// What one caller may fill is a small part of what all may: there are few processes with more busy callers than this.
const CALLERS = 10;

/** Remembers calls with keys in this process. A key is never forgotten before it expires: a full memory refuses new ones. */
export class RecordsInMemory implements CallRecords {
  /** In the order in which they ended or asked, the running ones anywhere between. */
  private readonly entries = new Map<string, Entry>();
  /** Those that wait for an answer, in the order in which they expire. */
  private readonly asked = new Map<string, Entry>();
  private readonly counts = new Map<string, { keys: number; bytes: number }>();
  private bytes = 0;

  constructor(
    private readonly limits: RecordLimits = DEFAULT_RECORD_LIMITS,
    private readonly now: () => number = Date.now,
  ) {}

  claim(request: KeyedRequest): Claim {
    this.forgetExpired();
    const name = JSON.stringify([request.owner, request.key]);
    const known = this.entries.get(name);
    if (known) return this.known(name, known, request);
    const { keep } = this.limits;
    const own = this.counts.get(request.owner)?.keys ?? 0;
    if (own >= keep || this.entries.size >= keep * CALLERS) return { state: 'full' };
    const { owner, digest } = request;
    const entry: Entry = { owner, digest, state: 'running', text: '', expires: Infinity, waiting: [] };
    this.entries.set(name, entry);
    this.count(owner, 1, 0);
    return { state: 'mine', lease: this.lease(name, entry) };
  }

  changed(request: KeyedRequest, signal: AbortSignal | undefined): Promise<void> {
    const entry = this.entries.get(JSON.stringify([request.owner, request.key]));
    if (entry?.state !== 'running' || signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        signal?.removeEventListener('abort', done);
        resolve();
      };
      entry.waiting.push(done);
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  private known(name: string, entry: Entry, request: KeyedRequest): Claim {
    if (entry.digest !== request.digest) return { state: 'other' };
    switch (entry.state) {
      case 'ended':
        return { state: 'ended', answer: entry.text };
      case 'asked': {
        if (entry.round !== request.round)
          return entry.text === '' ? { state: 'dropped' } : { state: 'asked', question: entry.text };
        this.settle(name, entry, 'running', '');
        return { state: 'mine', lease: this.lease(name, entry) };
      }
      default:
        return { state: entry.state };
    }
  }

  private lease(name: string, entry: Entry): Lease {
    return {
      end: (answer) => {
        if (answer.length > this.limits.keepBytes) return this.settle(name, entry, 'dropped', '');
        this.settle(name, entry, 'ended', answer);
        this.dropAnswers(entry.owner);
      },
      ask: (round, question, answerMs) => {
        entry.round = round;
        this.settle(name, entry, 'asked', question.length > this.limits.keepBytes ? '' : question);
        entry.expires = this.now() + Math.min(answerMs, this.limits.keepMs);
        this.asked.set(name, entry);
        this.dropAnswers(entry.owner);
      },
      release: () => {
        this.remove(name, entry);
        this.wake(entry);
      },
    };
  }

  private settle(name: string, entry: Entry, state: Entry['state'], text: string): void {
    this.count(entry.owner, 0, text.length - entry.text.length);
    entry.state = state;
    entry.text = text;
    entry.expires = state === 'running' ? Infinity : this.now() + this.limits.keepMs;
    this.entries.delete(name);
    this.entries.set(name, entry);
    this.asked.delete(name);
    if (state !== 'running') this.wake(entry);
  }

  private wake(entry: Entry): void {
    for (const done of entry.waiting.splice(0)) done();
  }

  // The oldest answers go first: those of a caller that has too many, or anyone's if all have too many.
  private dropAnswers(owner: string): void {
    const { keepBytes } = this.limits;
    const own = this.counts.get(owner);
    for (const entry of this.entries.values()) {
      const tooMany = (own?.bytes ?? 0) > keepBytes;
      if (!tooMany && this.bytes <= keepBytes * CALLERS) return;
      if (entry.state === 'running' || entry.text === '' || (tooMany && entry.owner !== owner)) continue;
      this.count(entry.owner, 0, -entry.text.length);
      // A question whose text is dropped can still be answered.
      if (entry.state === 'ended') entry.state = 'dropped';
      entry.text = '';
    }
  }

  private forgetExpired(): void {
    const now = this.now();
    for (const [name, entry] of this.entries) {
      if (entry.state === 'running' || entry.state === 'asked') continue;
      if (entry.expires > now) break;
      this.remove(name, entry);
    }
    for (const [name, entry] of this.asked) {
      if (entry.expires > now) break;
      this.remove(name, entry);
    }
  }

  private remove(name: string, entry: Entry): void {
    if (this.entries.get(name) !== entry) return;
    this.entries.delete(name);
    this.asked.delete(name);
    this.count(entry.owner, -1, -entry.text.length);
  }

  private count(owner: string, keys: number, bytes: number): void {
    const count = this.counts.get(owner) ?? { keys: 0, bytes: 0 };
    count.keys += keys;
    count.bytes += bytes;
    this.bytes += bytes;
    if (count.keys > 0) this.counts.set(owner, count);
    else this.counts.delete(owner);
  }
}
