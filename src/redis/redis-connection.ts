import { isError } from '../base/any-realm';
import { exceptionMessage } from '../base/exception';
import type { Redis } from 'ioredis';
import type { Logger } from '../logger';
import { loadIoredis } from './load-redis';
import { shownAddress } from './redis-address';
import { RedisAwayError } from './redis-error';

/** How a Redis is reached. */
export interface RedisRequest {
  /** `redis://…` or `rediss://…`; its password is never logged. */
  readonly address: string;
  readonly log: Logger;
  /** How long a command may wait for the connection, and then for its answer. */
  readonly patienceMs?: number | undefined;
}

const PATIENCE_MS = 3_000;
const LONGEST_PAUSE_MS = 300;

/**
 * One connection to a Redis, made anew whenever it breaks. A command waits a little for the connection; when there is none it
 * fails with a `RedisAwayError`, and is never sent later behind the caller's back.
 */
export class RedisConnection {
  /** The address without its password. */
  readonly shown: string;
  private readonly redis: Redis;
  private readonly patienceMs: number;
  private awaySince: number | undefined;
  private why = 'no connection yet';
  private told = false;
  private refusedUntil = 0;
  private closed = false;

  /** Begins to connect; throws only if the client of Redis is not installed or the address is wrong. */
  constructor(private readonly request: RedisRequest) {
    const { Redis } = loadIoredis();
    this.shown = shownAddress(request.address);
    this.patienceMs = request.patienceMs ?? PATIENCE_MS;
    this.redis = new Redis(request.address, OPTIONS);
    // Each command that waits for the connection listens. Not 0 for no limit: the queue adds what it needs to it.
    this.redis.setMaxListeners(Infinity);
    this.awaySince = Date.now();
    this.redis.on('error', (error: Error) => this.lost(error.message || String(error)));
    this.redis.on('close', () => this.lost());
    this.redis.on('ready', () => this.back());
  }

  /** Runs commands. Whatever fails because Redis is away fails as a `RedisAwayError`; what Redis refuses, as it says. */
  async run<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    if (this.closed) throw new RedisAwayError(this.shown, 'this connection was closed', false);
    if (this.redis.status !== 'ready') await this.whenReady();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const why = `no answer within ${this.patienceMs} ms`;
      timer = setTimeout(() => reject(new RedisAwayError(this.shown, why, true)), this.patienceMs);
    });
    try {
      return await Promise.race([work(this.redis), late]);
    } catch (error) {
      throw this.worded(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The client of Redis, for a library that needs it; what it sends itself is not bounded in time. */
  get client(): Redis {
    return this.redis;
  }

  /**
   * Makes a client of Redis that waits for as long as it takes, as a library that blocks needs it; it and its duplicates no
   * longer connect when this connection is closed.
   */
  patientClient(): Redis {
    const { Redis: Client } = loadIoredis();
    const client = new Client(this.request.address, {
      ...OPTIONS,
      enableOfflineQueue: true,
      maxRetriesPerRequest: null,
      retryStrategy: (times) => (this.closed ? null : pauseBefore(times)),
    });
    // Whether Redis is away is told by this connection.
    client.on('error', () => undefined);
    return client;
  }

  /** Makes another connection to the same Redis, as a subscriber needs it. */
  another(): RedisConnection {
    return new RedisConnection(this.request);
  }

  /** Calls a listener for each message of the channels that this connection subscribes to. */
  onMessage(listener: (channel: string, message: string) => void): void {
    this.redis.on('message', listener);
  }

  /** Calls a listener each time the connection is there, the first time included. */
  onReady(listener: () => void): void {
    this.redis.on('ready', listener);
  }

  close(): void {
    this.closed = true;
    this.redis.disconnect();
  }

  private async whenReady(): Promise<void> {
    const { redis, awaySince = 0 } = this;
    // When it has been away for long, only the next attempt to connect is waited for.
    const next = Math.min(2 * LONGEST_PAUSE_MS, this.patienceMs);
    const patience = Math.max(next, awaySince + this.patienceMs - Date.now());
    let stop = (): void => undefined;
    const ready = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), patience);
      const onReady = (): void => resolve(true);
      const onEnd = (): void => resolve(false);
      // Redis answered, and refuses: waiting changes nothing.
      const onError = (error: Error): void => void (REFUSED.test(error.message) && resolve(false));
      redis.on('ready', onReady).on('end', onEnd).on('error', onError);
      stop = () => {
        clearTimeout(timer);
        redis.off('ready', onReady).off('end', onEnd).off('error', onError);
      };
    });
    stop();
    if (!ready) throw new RedisAwayError(this.shown, this.why, false);
  }

  private worded(error: unknown): unknown {
    if (error instanceof RedisAwayError) return error;
    const why = exceptionMessage(error);
    if (isError(error) && LASTING.includes(error.name)) {
      if (error.name !== REPLY || !PASSING.test(why)) return error;
      this.refused(why);
      return new RedisAwayError(this.shown, why, false, { cause: error });
    }
    if (why.includes(NEVER_SENT)) return new RedisAwayError(this.shown, this.why, false, { cause: error });
    return new RedisAwayError(this.shown, why, true, { cause: error });
  }

  // Said once for each time that it goes and comes back.
  private lost(why?: string): void {
    if (this.closed) return;
    if (why !== undefined || this.awaySince === undefined) this.why = why ?? 'the connection was closed';
    this.awaySince ??= Date.now();
    if (this.told) return;
    this.told = true;
    this.request.log.warning(`Redis at ${this.shown} is away: ${this.why}`);
  }

  // Reads may succeed meanwhile, so that it passes can't be told from the next answer: it is said again after a while instead.
  private refused(why: string): void {
    if (Date.now() < this.refusedUntil) return;
    this.refusedUntil = Date.now() + SAID_AGAIN_MS;
    this.request.log.warning(`Redis at ${this.shown} takes nothing: ${why}`);
  }

  private back(): void {
    this.awaySince = undefined;
    if (this.told) this.request.log.info(`Redis at ${this.shown} is back`);
    this.told = false;
  }
}

// What the client says of a command that it had no connection for.
const NEVER_SENT = 'enableOfflineQueue';
// What Redis answered, and mistakes such as content that is no JSON: nobody gets over them by waiting.
const REPLY = 'ReplyError';
const LASTING = [REPLY, 'SyntaxError', 'TypeError', 'RangeError', 'ReferenceError'];
// What it refuses only for as long as it has too little memory or disk, starts, changes its role or runs a long script.
const PASSING = /\b(?:OOM|MISCONF|LOADING|READONLY|MASTERDOWN|NOREPLICAS|CLUSTERDOWN|TRYAGAIN|BUSY)\b/;
const SAID_AGAIN_MS = 60_000;
const REFUSED = /\b(?:WRONGPASS|NOAUTH|NOPERM)\b/;

function pauseBefore(times: number): number {
  return Math.min(20 * times, LONGEST_PAUSE_MS);
}

const OPTIONS = {
  connectTimeout: PATIENCE_MS,
  disconnectTimeout: 300,
  // Nothing is sent later than its caller waits, and nothing twice.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: pauseBefore,
};
