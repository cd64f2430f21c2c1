import type { RedisConnection } from '../redis/redis-connection';
import { runRedisScript } from '../redis/run-redis-script';

/** Runs one of the scripts; fails with a `RedisAwayError` if Redis is away. */
export type RunScript = (
  script: string,
  keys: readonly string[],
  args: readonly (string | number)[],
) => Promise<unknown>;

/** Returns what runs scripts over a connection. */
export function scriptRunner(redis: RedisConnection): RunScript {
  return (script, keys, args) => redis.run((client) => runRedisScript(client, script, keys, args));
}
