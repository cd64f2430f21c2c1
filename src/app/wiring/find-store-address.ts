import type { Config } from '../../config';
import { isRedisAddress } from '../../redis/redis-address';

/** Returns the address of the Redis in which keys and used approvals are shared; undefined if each process has its own. */
export function storeAddress({ idempotency, operations }: Config): string | undefined {
  const address = idempotency.store ?? operations.engine;
  return isRedisAddress(address) ? address : undefined;
}
