import type { OperationRequest } from '../../calls/background';
import { crypto } from '../../base/crypto';
import type { RedisConnection } from '../../redis/redis-connection';
import { RedisAwayError } from '../../redis/redis-error';
import { cancelledResult, unguessableId } from '../memory-engine';
import {
  OperationEngine,
  type NoticeListener,
  type OperationListener,
  type OperationLoad,
} from '../operation-engine';
import { isFinal, matchesFilter, type Operation, type OperationFilter } from '../operation';
import { OperationsAwayError, OperationsFullError, tooManyWaiting } from '../operations-errors';
import { DeliveryQueue, queuePlace } from './operation-delivery';
import { OperationFeed } from './operation-feed';
import { OperationSweeper } from './operation-sweeper';
import type { Rules } from './shared-record';
import { SharedStore, type KeepLimits, type QueueLimits } from './shared-store';

/** What operations that several processes share need to know. */
export interface SharedOptions extends KeepLimits, QueueLimits {
  readonly connection: RedisConnection;
  /** The name of the app: only its own workers take its operations. */
  readonly app: string;
  readonly leaseMs: number;
  /** The rules that calls are accepted under here. */
  readonly rules: () => Rules;
  /** Returns whether a tool may run again if its worker is lost. */
  readonly mayRunAgain: (tool: string) => boolean;
}

const PAGE = 200;

/** Keeps operations in Redis, for workers to run; any server of the app sees, cancels and answers them for their callers. */
export class SharedEngine extends OperationEngine {
  override readonly isShared = true;
  private readonly store: SharedStore;
  private readonly queue: DeliveryQueue;
  private readonly feed: OperationFeed;
  private readonly sweeper: OperationSweeper;
  // A connection without a principal is known to this process alone, so its name says so.
  private readonly here = crypto().randomUUID();
  private readonly waitingOf = new Map<string, number>();
  private closed: string | undefined;

  constructor(private readonly options: SharedOptions) {
    super();
    const { connection, app } = options;
    const place = queuePlace(app);
    this.store = new SharedStore(connection, place.prefix, options);
    this.queue = new DeliveryQueue(connection, place);
    this.feed = new OperationFeed(connection, place.prefix, (id) => this.read(id));
    this.sweeper = new OperationSweeper(this.store, this.queue, place.jobs, options.leaseMs);
  }

  async start(
    asked: OperationRequest,
    listener?: OperationListener,
    hear?: NoticeListener,
  ): Promise<Operation> {
    if (this.closed !== undefined) throw new OperationsFullError(`No new operations: ${this.closed}`);
    const { rules, maxQueued, maxQueuedBytes, mayRunAgain } = this.options;
    const caller = this.scoped(asked.caller.id);
    const request = { ...asked, caller: { ...asked.caller, id: caller } };
    const id = unguessableId();
    const turn = this.waitingOf.get(caller) ?? 0;
    const onChange: OperationListener = (operation) => {
      if (isFinal(operation)) this.count(caller, -1);
      listener?.(operation);
    };
    const stop = await this.feed.followNew(id, onChange, hear);
    try {
      const again = mayRunAgain(request.tool);
      const made = await this.reached(() =>
        this.store.create(id, request, { again, rules: rules(), maxQueued, maxQueuedBytes }),
      );
      if ('waiting' in made) throw tooManyWaiting(made.waiting, made.bytes);
      this.count(caller, 1);
      const operation: Operation = { id, request, state: 'Pending', createdAt: made.createdAt };
      this.feed.made(operation);
      // It is accepted: if Redis goes just now, the sweeper puts it into the queue.
      await this.queue.add({ id, attempt: 0, tool: request.tool }, turn).catch(() => undefined);
      return operation;
    } catch (error) {
      stop();
      throw error;
    }
  }

  get(id: string): Promise<Operation | undefined> {
    return this.reached(() => this.read(id));
  }

  async list(filter: OperationFilter = {}): Promise<Operation[]> {
    const { caller } = filter;
    if (caller === undefined) throw new Error('Shared operations are listed by caller');
    const own = { ...filter, caller: this.scoped(caller) };
    if (filter.id !== undefined) {
      const found = await this.get(filter.id);
      return found && matchesFilter(found, own) ? [found] : [];
    }
    const latest: Operation[] = [];
    for (let from = 0; ;) {
      const { operations, read } = await this.reached(() => this.store.page(own.caller, from, PAGE));
      latest.push(...operations.filter((operation) => matchesFilter(operation, own)));
      from += read;
      if (read < PAGE) return latest.reverse();
    }
  }

  async cancel(id: string, reason = 'cancelled on request'): Promise<Operation | undefined> {
    const before = await this.get(id);
    if (!before || isFinal(before)) return before;
    const result = cancelledResult(id, reason, before.soFar);
    await this.reached(() => this.store.finish({ id }, { state: 'Cancelled', result }, reason));
    return before;
  }

  follow(id: string, listener: OperationListener): () => void {
    return this.feed.follow(id, listener);
  }

  async answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<void> {
    await this.reached(() => this.store.answer(id, { answers }));
  }

  /** Lets the tool know that its user can't be asked a question. */
  async refuse(id: string, name: string, why: string): Promise<void> {
    await this.reached(() => this.store.answer(id, { refused: name, why }));
  }

  async noteWait(id: string): Promise<void> {
    await this.reached(() => this.store.noteWait(id));
  }

  async load(): Promise<OperationLoad> {
    const { crew, ...load } = await this.reached(() => this.store.load());
    const slots = crew.reduce((sum, { slots = 0 }) => sum + Number(slots), 0);
    return { ...load, maxWaiting: this.options.maxQueued, slots, workers: crew.length };
  }

  /** Leaves the operations to the workers. */
  async shutdown(_graceMs: number, reason: string): Promise<void> {
    this.closed = reason;
    this.sweeper.close();
    this.feed.close();
    await this.queue.close();
    this.options.connection.close();
  }

  private async read(id: string): Promise<Operation | undefined> {
    return (await this.store.get(id))?.operation;
  }

  private scoped(caller: string): string {
    return caller.startsWith('principal ') ? caller : `${this.here} ${caller}`;
  }

  // Who has many waiting gets later turns, so that nobody waits for all of them.
  private count(caller: string, change: 1 | -1): void {
    const count = (this.waitingOf.get(caller) ?? 0) + change;
    if (count > 0) this.waitingOf.set(caller, count);
    else this.waitingOf.delete(caller);
  }

  // Where Redis is, is for the log; whoever calls learns what it means.
  private async reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RedisAwayError)) throw error;
      const maybe = error.sent ? ' What was asked for may have been done: look with status first.' : '';
      throw new OperationsAwayError(
        `The operations shared by the servers can't be reached at the moment. Nothing that was accepted is lost; try again in a few seconds.${maybe}`,
        error.sent,
        { cause: error },
      );
    }
  }
}
