import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../logger';
import { RedisAwayError } from '../../redis/redis-error';
import type { RedisConnection } from '../../redis/redis-connection';
import type { Execute } from '../memory-engine';
import type { Finished, Operation } from '../operation';
import { DeliveryQueue, DeliveryTaker, queuePlace, type Delivered } from './operation-delivery';
import { OperationSweeper } from './operation-sweeper';
import { RunningOperation } from './running-operation';
import { STORED_VERSION, type Rules } from './shared-record';
import { SharedStore, type Delivery, type KeepLimits, type Unfit } from './shared-store';

/** What a worker needs to know. */
export interface WorkerOptions extends KeepLimits {
  readonly connection: RedisConnection;
  readonly app: string;
  /** The name of this worker, in the log and in what is said of operations that it lost. */
  readonly name: string;
  readonly log: Logger;
  readonly maxRunning: number;
  readonly maxPerTool: number;
  readonly leaseMs: number;
  readonly answerSeconds: number;
  readonly rules: () => Rules;
  readonly hasTool: (tool: string) => boolean;
  readonly mayRunAgain: (tool: string) => boolean;
  /** Makes what runs an operation; it may keep what `context.once` produces. */
  readonly execute: (keepOnce: KeepOnce) => Execute;
}

/** Keeps a value that `context.once` produced for an operation. */
export type KeepOnce = (key: string, value: unknown) => Promise<unknown>;

const BEAT_MS = 1_000;
const TRY_AGAIN_MS = 250;
// How long an operation that this worker must not run is left to others.
const LEFT_TO_OTHERS_MS = 60_000;
const LEFT_MS = 1_000;
const BUSY_MS = 500;

/** Takes operations from the queue and runs them, as long as it holds them. */
export class SharedWorker {
  /** By attempt: a second one may be taken before the first is dropped. */
  private readonly held = new Map<string, RunningOperation>();
  private readonly perTool = new Map<string, number>();
  private readonly store: SharedStore;
  private readonly queue: DeliveryQueue;
  private readonly taker: DeliveryTaker;
  private readonly sweeper: OperationSweeper;
  private readonly subscriber: RedisConnection;
  private readonly beat: NodeJS.Timeout;
  private renewing = false;
  private closing = false;

  constructor(private readonly options: WorkerOptions) {
    const { connection, app, leaseMs, maxRunning: most, log } = options;
    const place = queuePlace(app);
    this.store = new SharedStore(connection, place.prefix, options);
    this.queue = new DeliveryQueue(connection, place);
    this.subscriber = connection.another();
    this.subscriber.onMessage((_channel, message) => this.hear(message));
    this.subscriber.onReady(() => {
      this.subscriber.run((redis) => redis.subscribe(`${place.prefix}work`)).catch(() => undefined);
      void this.renew();
    });
    this.beat = setInterval(() => void this.renew(), Math.min(BEAT_MS, leaseMs / 4));
    this.sweeper = new OperationSweeper(this.store, this.queue, place.jobs, leaseMs, (ids) =>
      log.warning(`Lost with their workers: ${ids.join(', ')}`),
    );
    this.taker = new DeliveryTaker(connection, place, { most, leaseMs }, (delivery) => this.take(delivery));
    void this.renew();
  }

  get name(): string {
    return this.options.name;
  }

  /** Logs how much there is to do, if there is anything. */
  async report(): Promise<void> {
    try {
      const { waiting, running, asking, oldestWaitingMs, crew } = await this.store.load();
      if (!waiting && !running) return;
      this.options.log.info(
        `${waiting} operations wait (the first for ${(oldestWaitingMs / 1000).toFixed(1)} s), ${running} run on ${crew.length} workers, ${this.held.size} of them here; ${asking} wait for their users`,
      );
    } catch {
      // That Redis is away has been told.
    }
  }

  /** Takes no more; what runs gets the grace to end, and is then handed back if it may run again, or ended as failed. */
  async close(graceMs: number): Promise<void> {
    this.closing = true;
    await this.taker.pause().catch(() => undefined);
    const until = Date.now() + graceMs;
    while (this.held.size && Date.now() < until) await delay(Math.min(20, graceMs));
    await Promise.allSettled([...this.held.values()].map((running) => this.giveUp(running)));
    clearInterval(this.beat);
    this.sweeper.close();
    this.subscriber.close();
    await this.store.leave(this.options.name).catch(() => undefined);
    await this.taker.close();
    await this.queue.close();
    this.options.connection.close();
  }

  private async take(delivery: Delivery): Promise<Delivered> {
    if (this.closing) return { againAfterMs: 0 };
    if (this.isBusy(delivery.tool)) return { againAfterMs: BUSY_MS * (1 + Math.random()) };
    const { name: worker, leaseMs, rules } = this.options;
    const begun = await this.patiently(() => this.store.begin(delivery, { worker, leaseMs, rules: rules() }));
    if (!begun) return undefined;
    if (!('operation' in begun)) return this.leave(delivery, begun);
    const held = { ...delivery, attempt: begun.attempt };
    const { tool } = begun.operation.request;
    if (!this.options.hasTool(tool)) return this.putBack(held, begun.operation);
    await this.run(
      new RunningOperation(
        held,
        begun.operation,
        this.options.mayRunAgain(tool),
        this.store,
        this.options.answerSeconds * 1000,
      ),
    );
    return undefined;
  }

  private async run(running: RunningOperation): Promise<void> {
    const { delivery, operation } = running;
    const { tool } = operation.request;
    const keepOnce: KeepOnce = (key, value) =>
      this.patiently(() => this.store.keepOnce(delivery, key, value));
    this.held.set(running.name, running);
    this.perTool.set(tool, (this.perTool.get(tool) ?? 0) + 1);
    try {
      const ended = await running.run(this.options.execute(keepOnce));
      // Until that is written down, which takes as long as Redis is away, its lease is renewed.
      if (this.held.has(running.name)) await this.patiently(() => this.store.finish(delivery, ended));
    } finally {
      this.held.delete(running.name);
      this.perTool.set(tool, this.perTool.get(tool)! - 1);
    }
  }

  // Another worker may know what this one doesn't: it gets time to.
  private async leave({ id }: Delivery, unfit: Unfit): Promise<Delivered> {
    if (unfit.ageMs < LEFT_TO_OTHERS_MS) return { againAfterMs: LEFT_MS };
    await this.patiently(() => this.store.finish({ id }, failed(id, whyUnfit(unfit, this.options.rules()))));
    return undefined;
  }

  // Both times are those of Redis: the clock of this machine may differ.
  private async putBack(held: Delivery, { createdAt, startedAt = createdAt }: Operation): Promise<undefined> {
    if (startedAt - createdAt > LEFT_TO_OTHERS_MS) {
      await this.patiently(() => this.store.finish(held, failed(held.id, 'no worker has its tool')));
      return;
    }
    await this.patiently(() => this.store.handBack(held));
    await this.patiently(() => this.queue.add(held, 0, LEFT_MS));
  }

  private isBusy(tool: string): boolean {
    return (this.perTool.get(tool) ?? 0) >= this.options.maxPerTool;
  }

  // Another worker begins it again only after it was told to end, and could tidy up: what it returns then doesn't count. Of
  // what may not run again it does, as nobody else will ever have it.
  private async giveUp(running: RunningOperation): Promise<void> {
    const { delivery, id, ended: before } = running;
    this.held.delete(running.name);
    if (before) return void (await this.store.finish(delivery, before));
    const ended = await running.hurry('the worker is ending');
    if (running.mayRunAgain) {
      if (await this.store.handBack(delivery)) await this.queue.add(delivery);
    } else if (ended?.state === 'Completed') {
      await this.store.finish(delivery, ended);
    } else {
      const why = `its worker ${this.options.name} was stopped before it ended. It may have done part of its work: look before you call it again`;
      await this.store.finish(delivery, failed(id, why));
    }
  }

  private hear(message: string): void {
    const [what, id = ''] = message.split(' ');
    const concerned = [...this.held.values()].filter((running) => running.id === id);
    if (!concerned.length) return;
    // Which attempt an answer is for is known when the lease is renewed, as is whether somebody else ended it or has it now.
    if (what === 'answered' && concerned.length === 1) concerned[0]!.takeAnswers().catch(() => undefined);
    else void this.renew();
  }

  private async renew(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    const { name, leaseMs, maxRunning: slots } = this.options;
    try {
      const held = [...this.held.values()].map(({ delivery }) => delivery);
      const about = { slots: this.closing ? 0 : slots, running: held.length, version: STORED_VERSION };
      const { lost, answered } = await this.store.renew(name, about, leaseMs, held);
      for (const attempt of lost) this.drop(attempt);
      for (const attempt of answered) await this.held.get(attempt)?.takeAnswers();
    } catch {
      // Redis is away: tried again with the next beat.
    } finally {
      this.renewing = false;
    }
  }

  private drop(attempt: string): void {
    const running = this.held.get(attempt);
    this.held.delete(attempt);
    running?.abort('the operation was cancelled');
  }

  // What was done must not be lost because Redis is away for a while.
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RedisAwayError) || this.closing) throw error;
        await delay(TRY_AGAIN_MS);
      }
    }
  }
}

function failed(id: string, why: string): Finished {
  return {
    state: 'Failed',
    result: { content: [{ type: 'text', text: `${id} failed: ${why}.` }], isError: true },
  };
}

function whyUnfit({ version, rules }: Unfit, own: Rules): string {
  if (version > STORED_VERSION)
    return `a newer version of the server stored it (version ${version}; the workers read ${STORED_VERSION}). Upgrade the workers`;
  const names = [...new Set([...Object.keys(rules), ...Object.keys(own)])].filter(
    (name) => rules[name] !== own[name],
  );
  return `the server accepted it under other rules than the workers have (${names.join(', ')}). Give servers and workers the same configuration`;
}
