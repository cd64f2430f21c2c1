import type { RedisConnection } from '../redis/redis-connection';

// A server whose clock is behind takes a state for valid a little longer.
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Remembers used states in a Redis, so that an approval counts once, whichever server it is sent to. */
export class UsedStatesInRedis {
  constructor(
    private readonly redis: RedisConnection,
    /** Begins the name of everything that is stored. */
    private readonly space: string,
  ) {}

  /** Marks a state as used until it expires (milliseconds since the epoch); returns false if it was already. */
  async use(id: string, expires: number): Promise<boolean> {
    const ttl = Math.max(0, expires - Date.now()) + CLOCKS_DIFFER_MS;
    const set = await this.redis.run((client) => client.set(`${this.space}:${id}`, '1', 'PX', ttl, 'NX'));
    return set === 'OK';
  }
}
