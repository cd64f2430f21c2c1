import { isError } from '../base/any-realm';
import type { Redis } from 'ioredis';
import { crypto } from '../base/crypto';

const digests = new Map<string, string>();

/** Runs a script in Redis, sent once and then named by its digest. */
export async function runRedisScript(
  redis: Redis,
  script: string,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(digestOf(script), keys.length, ...keys, ...args);
  } catch (error) {
    if (!isError(error) || !error.message.startsWith('NOSCRIPT')) throw error;
    return redis.eval(script, keys.length, ...keys, ...args);
  }
}

function digestOf(script: string): string {
  let digest = digests.get(script);
  if (digest === undefined)
    digests.set(script, (digest = crypto().createHash('sha1').update(script).digest('hex')));
  return digest;
}
