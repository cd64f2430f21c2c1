import type { SharedAnswers } from '../../answers/kept-answers';
import { AnswersInRedis } from '../../answers/shared/answers-in-redis';
import type { CallRecords } from '../../calls/keys/call-records';
import { RecordsInMemory } from '../../calls/keys/records-in-memory';
import { RecordsInRedis } from '../../idempotency/records-in-redis';
import { UsedStatesInRedis } from '../../idempotency/used-states-in-redis';
import { RedisConnection } from '../../redis/redis-connection';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { UsedStates } from '../../serve/modern/used-states';
import type { Setup } from '../pack';
import { storeAddress } from './find-store-address';

/** Makes what remembers the calls of an app that have an idempotency key. */
export function makeCallRecords(setup: Setup, app: string): CallRecords {
  const { keepSeconds, keep, keepBytes, lease } = setup.config.idempotency;
  const limits = { keepMs: keepSeconds * 1000, keep, keepBytes };
  const redis = redisOf(setup);
  if (!redis) return new RecordsInMemory(limits);
  return new RecordsInRedis(redis, { ...limits, leaseMs: lease * 1000, space: `toolwright:${app}:calls:1` });
}

/** Makes what remembers used approvals, where servers share it. */
export function makeUsedStates(setup: Setup, app: string): UsedStates {
  return new UsedStatesInRedis(redisOf(setup)!, `toolwright:${app}:states:1`);
}

/** Makes what hands kept answers to the other servers. */
export function makeSharedAnswers(setup: Setup, app: string): SharedAnswers {
  return new AnswersInRedis(redisOf(setup)!, `toolwright:{${app}}:kept:1`, setup.kept.limits);
}

const made = new WeakMap<ToolRegistry, RedisConnection>();

// One connection serves all of them.
function redisOf(setup: Setup): RedisConnection | undefined {
  const address = storeAddress(setup.config);
  if (address === undefined) return undefined;
  let redis = made.get(setup.registry);
  if (!redis) {
    redis = new RedisConnection({ address, log: setup.log });
    made.set(setup.registry, redis);
    setup.onClose(() => redis!.close());
  }
  return redis;
}
