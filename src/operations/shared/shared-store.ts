import { isError } from '../../base/any-realm';
import type { OperationRequest } from '../../calls/background';
import { isObject, parsedJson } from '../../base/json-value';
import { crypto } from '../../base/crypto';
import type { RedisConnection } from '../../redis/redis-connection';
import { runRedisScript } from '../../redis/run-redis-script';
import type { Finished, Operation } from '../operation';
import {
  endFields,
  newFields,
  onceField,
  STORED_VERSION,
  operationFrom,
  withNotice,
  type Fields,
  type Rules,
  type StoredOperation,
} from './shared-record';
import { SCRIPTS } from './shared-scripts';

/** How long and how much of what has ended is kept. */
export interface KeepLimits {
  /** How many ended operations of one caller. */
  readonly keep: number;
  readonly keepSeconds: number;
  readonly keepBytes: number;
}

/** How much may wait. */
export interface QueueLimits {
  readonly maxQueued: number;
  /** How many bytes of what is stored of them. */
  readonly maxQueuedBytes: number;
}

/** An operation that has to be put into the queue, and which attempt it is. */
export interface Delivery {
  readonly id: string;
  readonly tool: string;
  readonly attempt: number;
}

/** Returns the name of one attempt at an operation. */
export function attemptName({ id, attempt }: Pick<Delivery, 'id' | 'attempt'>): string {
  return `${id}-${attempt}`;
}

/** What the store knows of the load, at this moment. */
export interface StoredLoad {
  readonly waiting: number;
  readonly running: number;
  readonly asking: number;
  readonly oldestWaitingMs: number;
  readonly crew: readonly Record<string, unknown>[];
  readonly keptBytes: number;
}

/** Why a worker must not begin an operation: a newer version stored it, or it was accepted under other rules. */
export interface Unfit {
  readonly version: number;
  readonly rules: Rules;
  readonly ageMs: number;
}

// An odd number, so that it is never the number of names and values of a hash.
const UNFIT_PARTS = 3;
// A larger result is stored by itself, so that lists don't carry it.
const INLINE_BYTES = 16_384;
const MOST_LOSSES = 3;
const JOB_MUST_BE_THERE_MS = 10_000;

/** The operations of one app in Redis. Every change is one script, so it happens wholly or not at all. */
export class SharedStore {
  private readonly keepMs: number;

  constructor(
    private readonly redis: RedisConnection,
    readonly prefix: string,
    private readonly limits: KeepLimits,
  ) {
    this.keepMs = Math.round(limits.keepSeconds * 1000);
  }

  /** Stores a new operation; returns when that was, or how many wait, and with how many bytes, if that is too much. */
  async create(
    id: string,
    request: OperationRequest,
    { again, rules, maxQueued, maxQueuedBytes }: { again: boolean; rules: Rules } & QueueLimits,
  ): Promise<{ createdAt: number } | { waiting: number; bytes: number }> {
    const fields = newFields(request, again, rules);
    const size = fields.reduce((sum, field) => sum + Buffer.byteLength(field), 0);
    const limits = [maxQueued, maxQueuedBytes, size];
    const answer = await this.script('create', id, keyOf(request.caller.id), ...limits, ...fields);
    const [made, number, bytes] = answer as [number, number, number];
    return made ? { createdAt: number } : { waiting: number, bytes };
  }

  /** Takes an operation for a worker, if it is to be begun and the worker may. */
  async begin(
    { id, attempt }: Delivery,
    { worker, leaseMs, rules }: { worker: string; leaseMs: number; rules: Rules },
  ): Promise<StoredOperation | Unfit | undefined> {
    const known = [STORED_VERSION, JSON.stringify(rules)];
    const flat = (await this.script('begin', id, attempt, worker, leaseMs, ...known)) as string[];
    if (flat.length !== UNFIT_PARTS) return operationFrom(id, fieldsOf(flat));
    const [version, theirs, ageMs] = flat;
    return { version: Number(version), rules: (objectFrom(theirs) ?? {}) as Rules, ageMs: Number(ageMs) };
  }

  /** Changes what is known of a running operation; returns false if it is no longer held by this attempt. */
  async update(
    { id, attempt }: Delivery,
    fields: readonly string[],
    { open = -1, published = 'changed' }: { open?: number; published?: string } = {},
  ): Promise<boolean> {
    return (await this.script('update', id, attempt, open, published, ...fields)) === 1;
  }

  /** Keeps what `context.once` produced; returns false if the operation is no longer held by this attempt. */
  keepOnce(delivery: Delivery, key: string, value: unknown): Promise<boolean> {
    return this.update(delivery, onceField(key, value), { published: 'begun' });
  }

  /** Ends an operation; returns false if it has ended already, or is no longer held by this attempt. */
  async finish(
    { id, attempt }: { id: string; attempt?: number },
    { state, result, ...rest }: Finished,
    reason = '',
  ): Promise<boolean> {
    const text = JSON.stringify(result);
    const bytes = Buffer.byteLength(text);
    const isLarge = bytes > INLINE_BYTES;
    const { keep, keepBytes } = this.limits;
    const stored = isLarge ? ['large', String(bytes)] : ['result', text];
    return (
      (await this.script(
        'finish',
        ...[id, attempt ?? '', state, reason, isLarge ? text : '', bytes, keep, this.keepMs, keepBytes],
        ...[...endFields(rest), ...stored],
      )) === 1
    );
  }

  /** Gives an operation back to the queue; returns false if it is no longer held by this attempt. */
  async handBack({ id, attempt }: Delivery): Promise<boolean> {
    return (await this.script('handBack', id, attempt)) === 1;
  }

  /** Renews the lease of what a worker runs; returns which attempts it no longer holds, and which have new answers, as `attemptName`. */
  async renew(
    worker: string,
    about: Readonly<Record<string, unknown>>,
    leaseMs: number,
    held: readonly Delivery[],
  ): Promise<{ lost: readonly string[]; answered: readonly string[] }> {
    const pairs = held.flatMap(({ id, attempt }) => [id, attempt]);
    const answer = await this.script('renew', worker, JSON.stringify(about), leaseMs, ...pairs);
    const [lost, answered] = answer as [string[], string[]];
    return { lost, answered };
  }

  /** Takes a worker off the list, because it ends. */
  async leave(worker: string): Promise<void> {
    await this.script('leave', worker);
  }

  /** Hands back or ends what lost its worker. Forgets what is old. Returns what must be queued again, and what was lost. */
  async sweep(
    jobs: string,
    leaseMs: number,
  ): Promise<{ again: readonly Delivery[]; lost: readonly string[] }> {
    const { keep, keepBytes } = this.limits;
    const answer = await this.script(
      'sweep',
      ...[MOST_LOSSES, keep, this.keepMs, keepBytes, jobs, JOB_MUST_BE_THERE_MS, leaseMs],
    );
    const [flat, lost] = answer as [string[], string[]];
    const again: Delivery[] = [];
    for (let at = 0; at < flat.length; at += 3)
      again.push({ id: flat[at]!, attempt: Number(flat[at + 1]), tool: flat[at + 2]! });
    return { again, lost };
  }

  /** Hands what a client said to the worker of a running operation. */
  async answer(id: string, said: Readonly<Record<string, unknown>>): Promise<boolean> {
    return (await this.script('answer', id, JSON.stringify(said))) === 1;
  }

  /** Returns what clients said since the last time. */
  async takeAnswers(id: string): Promise<Record<string, unknown>[]> {
    const said = (await this.script('takeAnswers', id)) as string[];
    return said.map(objectFrom).filter((each) => each !== undefined);
  }

  async noteWait(id: string): Promise<void> {
    await this.script('noteWait', id);
  }

  /** Returns an operation, with its result however large. */
  async get(id: string): Promise<StoredOperation | undefined> {
    const fields = await this.fieldsOf(id);
    const stored = operationFrom(id, fields);
    if (stored?.large === undefined || fields['dropped']) return stored;
    const text = await this.redis.run((redis) => redis.get(`${this.prefix}result:${id}`));
    if (text === null) return { ...stored, operation: withNotice(stored.operation, 'has expired.') };
    const result = objectFrom(text) as Finished['result'] | undefined;
    if (!result) return { ...stored, operation: withNotice(stored.operation, 'can no longer be read.') };
    return { ...stored, operation: { ...stored.operation, result } };
  }

  /** Returns the latest operations of a caller before a place in its list, latest first, without large results. */
  async page(caller: string, from: number, most: number): Promise<{ operations: Operation[]; read: number }> {
    const index = `${this.prefix}by:${keyOf(caller)}`;
    const ids = await this.redis.run((redis) => redis.zrevrange(index, from, from + most - 1));
    const found = await Promise.all(ids.map((id) => this.fieldsOf(id)));
    const operations = ids.flatMap((id, at) => {
      const stored = operationFrom(id, found[at]!);
      if (!stored) return [];
      if (stored.large === undefined) return [stored.operation];
      return [withNotice(stored.operation, `has ${stored.large} bytes: call await with this id to get it.`)];
    });
    return { operations, read: ids.length };
  }

  async load(): Promise<StoredLoad> {
    const answer = await this.script('load');
    const [waiting, running, asking, oldestWaitingMs, crew, keptBytes] = answer as [
      ...[number, number, number, number],
      string[],
      number,
    ];
    const known = crew.map((text) => objectFrom(text) ?? {});
    return { waiting, running, asking, oldestWaitingMs, crew: known, keptBytes };
  }

  // What is no hash is no operation.
  private async fieldsOf(id: string): Promise<Fields> {
    try {
      return await this.redis.run((redis) => redis.hgetall(`${this.prefix}op:${id}`));
    } catch (error) {
      if (isError(error) && error.message.startsWith('WRONGTYPE')) return {};
      throw error;
    }
  }

  private script(name: keyof typeof SCRIPTS, ...args: (string | number)[]): Promise<unknown> {
    return this.redis.run((redis) => runRedisScript(redis, SCRIPTS[name], [this.prefix], args));
  }
}

// Names of callers are not for whoever lists the keys.
function keyOf(caller: string): string {
  return crypto().createHash('sha256').update(caller).digest('base64url');
}

function objectFrom(text: string | null | undefined): Record<string, unknown> | undefined {
  const value = parsedJson(text ?? '');
  return isObject(value) ? value : undefined;
}

function fieldsOf(flat: readonly string[]): Fields {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  for (let at = 0; at < flat.length; at += 2) fields[flat[at]!] = flat[at + 1]!;
  return fields;
}
