import { setTimeout as delay } from 'node:timers/promises';
import type { Job, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { loadBullmq } from '../../redis/load-redis';
import type { RedisConnection } from '../../redis/redis-connection';
import type { Delivery } from './shared-store';

/** Where the operations of one app are in Redis. */
export interface QueuePlace {
  /** The prefix of our own keys. */
  readonly prefix: string;
  /** The prefix of the jobs of the queue. */
  readonly jobs: string;
}

const QUEUE = 'operations';
const CLOSING_MS = 500;

/** Returns where the operations of an app are. */
export function queuePlace(app: string): QueuePlace {
  const prefix = `toolwright:{${app}}:`;
  return { prefix, jobs: `${prefix}${QUEUE}:` };
}

/**
 * The queue that operations wait in. It only says which is next: what an operation is, who holds it and how it ended is in the
 * store, so a delivery that comes twice or late changes nothing.
 */
export class DeliveryQueue {
  private readonly queue: Queue;

  constructor(
    private readonly connection: RedisConnection,
    place: QueuePlace,
  ) {
    const { Queue: BullQueue } = loadBullmq();
    this.queue = new BullQueue(QUEUE, { connection: connection.client, ...queueOptions(place) });
    this.queue.on('error', () => undefined);
  }

  /** Puts an operation into the queue, if that attempt isn't there already; a higher number comes later. */
  async add({ id, attempt, tool }: Delivery, priority = 0, delay = 0): Promise<void> {
    const options = {
      jobId: `${id}-${attempt}`,
      priority,
      delay,
      removeOnComplete: true,
      removeOnFail: true,
    };
    await this.connection.run(() => this.queue.add(tool, { id, attempt, tool }, options));
  }

  async close(): Promise<void> {
    await Promise.race([this.queue.close().catch(() => undefined), delay(CLOSING_MS)]);
  }
}

/** What became of a delivery: it is done with, or comes again after some milliseconds. */
export type Delivered = { readonly againAfterMs: number } | undefined;

/** Takes deliveries from the queue, as many at once as may be. */
export class DeliveryTaker {
  private readonly worker: Worker;
  private readonly client: Redis;

  constructor(
    connection: RedisConnection,
    place: QueuePlace,
    { most, leaseMs }: { most: number; leaseMs: number },
    take: (delivery: Delivery) => Promise<Delivered>,
  ) {
    const { Worker: BullWorker, DelayedError } = loadBullmq();
    const handle = async (job: Job<Delivery>, token?: string): Promise<void> => {
      const again = await take(job.data);
      if (!again) return;
      await job.moveToDelayed(Date.now() + again.againAfterMs, token);
      throw new DelayedError();
    };
    this.client = connection.patientClient();
    this.worker = new BullWorker<Delivery>(QUEUE, handle, {
      connection: this.client,
      ...queueOptions(place),
      concurrency: most,
      lockDuration: leaseMs,
      stalledInterval: leaseMs,
      // Whether an operation is run again is decided by the store.
      maxStalledCount: 1_000_000,
      runRetryDelay: 500,
      drainDelay: 1,
    });
    this.worker.on('error', () => undefined);
  }

  /** Takes no more, and does not wait for what it has. */
  async pause(): Promise<void> {
    await this.worker.pause(true);
  }

  async close(): Promise<void> {
    // Redis may be away, and is then not waited for.
    await Promise.race([this.worker.close(true).catch(() => undefined), delay(CLOSING_MS)]);
    this.client.disconnect();
  }
}

function queueOptions({ prefix }: QueuePlace) {
  return { prefix: prefix.slice(0, -1), skipVersionCheck: true } as const;
}
