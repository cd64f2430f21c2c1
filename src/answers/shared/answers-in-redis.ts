import { crypto } from '../../base/crypto';
import { isKnownEverywhere } from '../../owner';
import type { RedisConnection } from '../../redis/redis-connection';
import { RedisAwayError } from '../../redis/redis-error';
import { runRedisScript } from '../../redis/run-redis-script';
import type { KeptAnswer, KeptLimits, SharedAnswers } from '../kept-answers';
import { FIND, KEEP } from './answer-scripts';

// A larger one would keep Redis from everything else for too long.
const LARGEST = 8 * 1024 * 1024;

/** Shares kept answers through a Redis, within the bounds of one server's memory for all servers together. */
export class AnswersInRedis implements SharedAnswers {
  constructor(
    private readonly redis: RedisConnection,
    /** Begins the name of everything that is stored; servers of one app share it. */
    private readonly space: string,
    private readonly limits: KeptLimits,
  ) {}

  /** Puts an answer where its caller finds it through any server, unless only this server knows the caller, or it is too large. */
  async put(owner: string, { handle, text }: KeptAnswer): Promise<void> {
    if (!isKnownEverywhere(owner)) return;
    const bytes = Buffer.byteLength(text);
    if (bytes > LARGEST) return;
    const { count, bytes: most, seconds } = this.limits;
    const args = [named(owner, handle), text, bytes, Math.round(seconds * 1000), count, most];
    await this.redis.run((client) => runRedisScript(client, KEEP, [this.space], args));
  }

  async get(owner: string, handle: string): Promise<KeptAnswer | undefined> {
    if (!isKnownEverywhere(owner)) return undefined;
    try {
      const name = named(owner, handle);
      const found = await this.redis.run((client) => runRedisScript(client, FIND, [this.space], [name]));
      return typeof found === 'string' ? { handle, text: found } : undefined;
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      const cause = { cause: error };
      throw new Error(
        "Answers that other servers keep can't be reached at the moment: try again in a few seconds",
        cause,
      );
    }
  }
}

// Whoever has only the handle, or reads the names, can't find what it stands for.
function named(owner: string, handle: string): string {
  return crypto()
    .createHash('sha256')
    .update(JSON.stringify([owner, handle]))
    .digest('base64url');
}
