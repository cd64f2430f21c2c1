import { parsedJson } from '../../base/json-value';
import type { RedisConnection } from '../../redis/redis-connection';
import type { Notice } from '../../calls/background';
import type { NoticeListener, OperationListener } from '../operation-engine';
import { isFinal, type Operation } from '../operation';
import { withNotice } from './shared-record';

// Messages may get lost while the connection is made anew; nobody waits longer than this because of one.
const LOOK_AGAIN_MS = 5_000;

/** Tells listeners of changes of the operations that they follow, each by its id, until it has ended. */
export class OperationFeed {
  private readonly followed = new Map<string, Set<OperationListener>>();
  /** What was last known of those that have not ended. */
  private readonly latest = new Map<string, Operation>();
  private readonly hearing = new Map<string, NoticeListener>();
  private readonly looking = new Map<string, 'once' | 'again'>();
  private readonly subscriber: RedisConnection;
  private readonly timer: NodeJS.Timeout;

  constructor(
    connection: RedisConnection,
    private readonly prefix: string,
    private readonly get: (id: string) => Promise<Operation | undefined>,
  ) {
    this.subscriber = connection.another();
    this.subscriber.onMessage((channel, message) => {
      const id = channel.slice(prefix.length + CHANNEL.length);
      if (message.startsWith('[')) this.hear(id, message);
      else if (message !== 'begun') this.look(id);
    });
    this.subscriber.onReady(() => this.subscribeAll());
    this.timer = setInterval(() => this.lookAtAll(), LOOK_AGAIN_MS).unref();
  }

  /** Follows an operation; what it is like now is told first. */
  follow(id: string, listener: OperationListener): () => void {
    const stop = this.add(id, listener);
    void this.subscribe(id).then(() => this.look(id));
    return stop;
  }

  /** Follows an operation that is about to be made, so that nothing about it is missed. */
  async followNew(id: string, listener: OperationListener, hear?: NoticeListener): Promise<() => void> {
    const stop = this.add(id, listener);
    if (hear) this.hearing.set(id, hear);
    await this.subscribe(id);
    return stop;
  }

  /** The operation that was about to be made is there now. */
  made(operation: Operation): void {
    if (this.followed.has(operation.id)) this.latest.set(operation.id, operation);
  }

  close(): void {
    clearInterval(this.timer);
    this.followed.clear();
    this.subscriber.close();
  }

  private add(id: string, listener: OperationListener): () => void {
    const listeners = this.followed.get(id) ?? new Set();
    this.followed.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (!listeners.size && this.followed.get(id) === listeners) this.leave(id);
    };
  }

  // If Redis is away, it is subscribed to when it is back.
  private async subscribe(id: string): Promise<void> {
    await this.subscriber.run((redis) => redis.subscribe(this.channel(id))).catch(() => undefined);
  }

  private subscribeAll(): void {
    const channels = [...this.followed.keys()].map((id) => this.channel(id));
    if (!channels.length) return;
    this.subscriber.run((redis) => redis.subscribe(...channels)).catch(() => undefined);
    this.lookAtAll();
  }

  private leave(id: string): void {
    this.followed.delete(id);
    this.hearing.delete(id);
    this.latest.delete(id);
    this.subscriber.run((redis) => redis.unsubscribe(this.channel(id))).catch(() => undefined);
  }

  private hear(id: string, message: string): void {
    const hear = this.hearing.get(id);
    const notices = hear && parsedJson(message);
    if (Array.isArray(notices)) for (const notice of notices as Notice[]) hear?.(notice);
  }

  private lookAtAll(): void {
    for (const id of this.followed.keys()) this.look(id);
  }

  // However many messages come meanwhile, it is looked at once more, and nobody hears of an earlier state after a later one.
  private look(id: string): void {
    if (!this.followed.has(id)) return;
    if (this.looking.has(id)) return void this.looking.set(id, 'again');
    this.looking.set(id, 'once');
    void this.get(id)
      .then((operation) => this.tell(operation ?? this.forgotten(id)))
      .catch(() => undefined)
      .finally(() => {
        const again = this.looking.get(id) === 'again';
        this.looking.delete(id);
        if (again) this.look(id);
      });
  }

  // One that was there and is no longer has ended, whatever came of it. One that was never there is about to be made.
  private forgotten(id: string): Operation | undefined {
    const known = this.latest.get(id);
    return known && { ...withNotice({ ...known, state: 'Failed' }, FORGOTTEN), questions: undefined };
  }

  private tell(operation: Operation | undefined): void {
    if (!operation) return;
    const { id } = operation;
    const listeners = [...(this.followed.get(id) ?? [])];
    if (isFinal(operation)) this.leave(id);
    else if (listeners.length) this.latest.set(id, operation);
    for (const listener of listeners) {
      try {
        listener(operation);
      } catch {
        // The others are told all the same.
      }
    }
  }

  private channel(id: string): string {
    return `${this.prefix}${CHANNEL}${id}`;
  }
}

const CHANNEL = 'up:';
const FORGOTTEN = 'is no longer known: it was forgotten before anyone heard of its end.';
