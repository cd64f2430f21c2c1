import { Arg } from '../decorators';
import { Setting } from './setting';

/** How calls with an idempotency key are remembered. */
export class IdempotencySettings {
  @Arg({
    description:
      'Where calls with a key are remembered: `memory` of the server, or `redis://…` for several servers that share them; that of `operations` by default',
    optional: true,
    pattern: '^(memory|rediss?://.+)$',
    example: 'redis://localhost:6379',
    secret: true,
  })
  @Setting({ option: 'idempotency', variable: 'IDEMPOTENCY' })
  store?: string;

  @Arg({
    description:
      'Seconds without a sign of life after which a server that shares keys counts as lost, with the calls it runs',
    minimum: 1,
    maximum: 3_600,
  })
  lease = 15;

  @Arg({
    description: 'How long the answer to a call with a key is kept, in seconds',
    type: 'integer',
    minimum: 1,
    maximum: 2_592_000,
  })
  keepSeconds = 86_400;

  @Arg({
    description:
      'The most keys that are kept of one caller; calls with more are refused. In the memory of a process all callers together have ten times as many',
    type: 'integer',
    minimum: 1,
    maximum: 10_000_000,
  })
  keep = 10_000;

  @Arg({
    description:
      'The most bytes that are kept of one caller’s answers; of the oldest only that they were given is kept. In the memory of a process all callers together have ten times as many',
    type: 'integer',
    minimum: 0,
    maximum: 10_000_000_000,
  })
  keepBytes = 5_000_000;
}
