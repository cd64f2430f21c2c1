import { crypto } from '../base/crypto';
import type { CallRecords, Claim, KeyedRequest } from '../calls/keys/call-records';
import { isKnownEverywhere } from '../owner';
import type { RedisConnection } from '../redis/redis-connection';
import { CLAIM } from './record-scripts';
import { RedisLease, type SharedRecordOptions } from './redis-lease';
import { scriptRunner, type RunScript } from './run-record-script';

// A call that runs elsewhere is looked at more and more seldom.
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 250;

/** Remembers calls with keys in a Redis that several servers share. */
export class RecordsInRedis implements CallRecords {
  private readonly run: RunScript;
  /** Callers without a name exist in this process only. */
  private readonly process = crypto().randomUUID();
  private readonly looks = new WeakMap<KeyedRequest, number>();

  constructor(
    redis: RedisConnection,
    private readonly options: SharedRecordOptions,
  ) {
    this.run = scriptRunner(redis);
  }

  async claim(request: KeyedRequest): Promise<Claim> {
    const { keepMs, keep, leaseMs } = this.options;
    const keys = this.keysOf(request);
    const token = crypto().randomUUID();
    const { digest, round = '', repeatable } = request;
    const args = [token, keepMs, digest, round, repeatable ? '1' : '0', leaseMs, keep];
    const lease = new RedisLease(this.run, keys, token, this.options);
    let claimed: unknown;
    try {
      claimed = await this.run(CLAIM, keys, args);
    } catch (error) {
      // It may have been claimed for a call that is now refused.
      void lease.giveBack();
      throw error;
    }
    const [state, text = ''] = claimed as [string, string?];
    switch (state) {
      case 'mine':
      case 'again':
        lease.hold();
        return { state: 'mine', lease, ...(state === 'again' && { again: true }) };
      case 'ended':
        return { state, answer: text };
      case 'asked':
        return { state, question: text };
      default:
        return { state: state as 'running' | 'lost' | 'dropped' | 'other' | 'full' };
    }
  }

  async changed(request: KeyedRequest, signal: AbortSignal | undefined): Promise<void> {
    const wait = this.looks.get(request) ?? FIRST_LOOK_MS;
    this.looks.set(request, Math.min(wait * 2, LONGEST_LOOK_MS));
    if (signal?.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, wait);
      function done(): void {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      }
      signal?.addEventListener('abort', done, { once: true });
    });
  }

  private keysOf({ owner, key }: KeyedRequest): string[] {
    const caller = digest(isKnownEverywhere(owner) ? owner : `${this.process} ${owner}`);
    const base = `${this.options.space}:{${caller}}`;
    const lists = ['keys', 'answers', 'bytes', 'questions', 'questions:bytes'];
    return [`${base}:${digest(key)}`, ...lists.map((name) => `${base}:${name}`)];
  }
}

function digest(text: string): string {
  return crypto().createHash('sha256').update(text).digest('base64url').slice(0, 32);
}
