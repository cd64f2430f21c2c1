import { isObject } from '../../base/json-value';
import { isPromised, type Awaitable } from '../../base/awaitable';
import { REPLAYED } from '../../calls/render';
import type { CallOutcome } from '../../outcome';
import { idempotencyKeyIn } from '../idempotency-key';
import { isRequestId } from '../legacy/plain-message';
import type { WireCaller } from '../wire-caller';
import type { Send } from '../method';
import type { MethodTable } from '../method-table';
import { invalidParams, WireError } from '../wire-error';
import { envelopeOf, type Envelope } from './modern-envelope';
import { MetaKey, SUPPORTED_VERSIONS } from './protocol-era';
import { Exchange, failTo, missingCapability } from './modern-exchange';
import { listen } from './modern-listen';
import { OpenStreams } from './open-streams';
import { Resumed } from './resumed-call';
import { checkedModern, renderModern } from './render-modern';
import { answerTaskMethod, createdTask, followsTasks, isTaskMethod, TASKS_EXTENSION } from './modern-tasks';
import { Replies, type CacheHint, type Id } from './modern-replies';
import { newStateId, sealOf, type StateSeal } from './sealed-state';

const METHOD_NOT_FOUND = -32601;
const STALE: CacheHint = { ttlMs: 0, cacheScope: 'private' };

/** The methods that may answer with questions. */
const ASKING: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** A request that is not answered yet. */
export interface Running {
  /** Whether it is a stream, which is answered only when it ends. */
  readonly streaming: boolean;
  /** Stops it, unanswered: the client doesn't want the reply any more. */
  cancel(reason?: unknown): void;
  /** Asks what runs for it to return now, because the server ends; it is still answered. */
  hurry(): void;
  /** Ends it from the server's side: a stream is answered, anything else is cancelled. */
  end(): void;
}

/** Answers requests of revision 2026-07-28, each by itself; one lane serves every connection. */
export class ModernLane {
  private readonly replies: Replies;
  private readonly lists: CacheHint;
  private seal: StateSeal | undefined;

  constructor(
    private readonly table: MethodTable,
    /** The streams that callers of this and other lanes have open. */
    private readonly streams = new OpenStreams(table.options.maxStreams),
  ) {
    this.replies = new Replies(table.greeting.serverInfo);
    this.lists = { ttlMs: table.options.listTtlMs ?? 0, cacheScope: 'private' };
  }

  /**
   * Answers a request of a caller; whatever belongs to it goes by `send`, the reply last. Returns the request if it is
   * not answered yet, and calls `done` when it is.
   */
  take(
    message: Record<string, unknown>,
    send: Send,
    caller: WireCaller,
    done: () => void = () => undefined,
  ): Running | undefined {
    const { id, method } = message as { id: Id; method: string };
    if (!isRequestId(id)) return undefined;
    let exchange: Exchange | undefined;
    try {
      const envelope = envelopeOf(method, message['params']);
      const asks = ASKING.has(method);
      if (asks && resumes(envelope)) return this.resume(id, method, envelope, send, caller, done);
      exchange = new Exchange(id, method, envelope, caller, send, this.table, asks);
      return this.answer(exchange, done);
    } catch (error) {
      if (exchange) exchange.fail(error);
      else failTo(send, id, error, true);
      return undefined;
    }
  }

  private answer(exchange: Exchange, done: () => void): Running | undefined {
    const { id, method, request } = exchange;
    const { params } = exchange.envelope;
    switch (method) {
      case 'tools/call': {
        const outcome = this.table.tools.call(params, request);
        if (isPromised(outcome))
          return this.later(exchange, outcome, done, (settled) => this.settledReply(exchange, settled));
        return exchange.reply(this.callReply(id, outcome));
      }
      case 'tools/list':
        return exchange.reply(this.replies.list(id, this.table.tools.list(params), this.lists));
      case 'server/discover':
        return exchange.reply(this.replies.result(id, this.discovered(), this.lists));
      case 'subscriptions/listen':
        return this.stream(exchange, done);
    }
    if (isTaskMethod(method, this.table.options)) {
      const { envelope, session } = exchange;
      const answered = answerTaskMethod(method, envelope, session, this.table.options);
      return this.later(exchange, answered, done, (settled) => this.replies.result(id, settled));
    }
    const found = this.table.method(method);
    if (!found) throw new WireError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    return this.later(exchange, Promise.resolve(found(params, request)), done, (settled) =>
      this.replies.result(id, settled, this.hintFor(method)),
    );
  }

  // A call that comes back with answers; its state is opened first.
  private resume(
    id: Id,
    method: string,
    envelope: Envelope,
    send: Send,
    caller: WireCaller,
    done: () => void,
  ): Running {
    let cancelled = false;
    let hurried = false;
    let running: Running | undefined;
    this.opened(method, envelope, caller)
      .then((resumed) => {
        if (cancelled) return;
        const exchange = new Exchange(id, method, envelope, caller, send, this.table, true, resumed);
        try {
          running = this.answer(exchange, done);
          if (hurried) running?.hurry();
        } catch (error) {
          exchange.fail(error);
        }
      })
      .catch((error: unknown) => cancelled || failTo(send, id, error))
      .finally(() => running ?? done());
    const stop = (reason?: unknown): void => {
      cancelled = true;
      running?.cancel(reason);
    };
    const hurry = (): void => {
      hurried = true;
      running?.hurry();
    };
    return { streaming: false, cancel: stop, hurry, end: stop };
  }

  private async opened(
    method: string,
    { params }: Envelope,
    caller: WireCaller,
  ): Promise<Resumed | undefined> {
    const { inputResponses = {}, requestState } = params;
    if (!isObject(inputResponses)) throw invalidParams(`${method}: inputResponses must be an object`);
    // Answers to questions that nobody asked are ignored.
    if (requestState === undefined) return undefined;
    const belonging = { caller: caller.id, method, params };
    // A call with a key may have been answered already, and then gets the same answer again: its state is used when it runs.
    const isKeyed = method === 'tools/call' && idempotencyKeyIn(params['_meta']) !== undefined;
    const opened = isKeyed
      ? this.sealer.read(requestState, belonging)
      : await this.sealer.open(requestState, belonging);
    return new Resumed(opened, inputResponses, isKeyed);
  }

  private callReply(id: Id, outcome: CallOutcome): string {
    const missing = missingCapability(outcome);
    if (missing) throw missing;
    return this.replies.call(id, checkedModern(renderModern(outcome)));
  }

  // A client that follows tasks gets a task for what goes on in the background.
  private settledReply(exchange: Exchange, outcome: CallOutcome): Awaitable<string> {
    const { id, session, envelope } = exchange;
    const { tasks } = this.table.options;
    if (outcome.asked !== undefined) {
      const asked = JSON.parse(outcome.asked) as object;
      return this.replies.of(id, { ...asked, _meta: REPLAYED });
    }
    if (outcome.operation === undefined || !tasks || !followsTasks(envelope))
      return this.callReply(id, outcome);
    return tasks()
      .then((offered) => createdTask(offered, session, outcome.operation!))
      .then((created) => this.replies.of(id, { ...created, ...(outcome.replayed && { _meta: REPLAYED }) }));
  }

  private later<T>(
    exchange: Exchange,
    value: Promise<T>,
    done: () => void,
    worded: (value: T) => Awaitable<string>,
  ): Running {
    const { request, session } = exchange;
    value
      .then((settled) => {
        session.resumed?.throwRefusal();
        if (session.questions?.open) return this.askBack(exchange);
        const reply = worded(settled);
        return typeof reply === 'string' ? exchange.reply(reply) : reply.then((json) => exchange.reply(json));
      })
      .catch((error: unknown) => (session.questions?.open ? this.askBack(exchange) : exchange.fail(error)))
      .catch((error: unknown) => exchange.fail(error))
      .finally(done);
    return {
      streaming: false,
      cancel: (reason) => request.cancel(reason),
      hurry: () => request.hurry(),
      end: () => request.cancel(),
    };
  }

  // The call has unwound; it is run again when the client comes back with the answers.
  private async askBack(exchange: Exchange): Promise<void> {
    const { id, method, caller, request, envelope } = exchange;
    const questions = exchange.session.questions!;
    const { leases = [] } = exchange.session;
    const round = newStateId();
    let result: object;
    try {
      const state = await questions.next(request.once);
      const belonging = { caller: caller.id, method, params: envelope.params };
      const requestState = this.sealer.seal(state, belonging, round);
      result = { resultType: 'input_required', inputRequests: questions.requests, requestState };
    } catch (error) {
      await Promise.allSettled(leases.map(async (lease) => lease.release()));
      throw error;
    }
    const question = JSON.stringify(result);
    // What can't be recorded now is recorded as soon as it can: then a retry gets the question.
    const recorded = await Promise.allSettled(
      leases.map(async (lease) => lease.ask(round, question, this.sealer.validMs)),
    );
    const failed = recorded.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    exchange.reply(this.replies.of(id, result));
  }

  // A stream stays open until either side ends it.
  private stream(exchange: Exchange, done: () => void): Running {
    const { id, request, caller } = exchange;
    const ended = this.streams.open(caller.id);
    const opened = listen(this.table, exchange);
    opened.catch((error: unknown) => {
      exchange.fail(error);
      ended();
      done();
    });
    const close = (): void => {
      void opened.then(
        (stop) => stop(),
        () => undefined,
      );
      ended();
      done();
    };
    return {
      streaming: true,
      cancel: (reason) => {
        request.cancel(reason);
        close();
      },
      hurry: () => undefined,
      end: () => {
        const result = { resultType: 'complete', _meta: { [MetaKey.subscription]: id } };
        exchange.reply(this.replies.of(id, result));
        close();
      },
    };
  }

  private discovered(): object {
    const { instructions } = this.table.greeting;
    const { tasks, ...others } = this.table.greeting.capabilities;
    const capabilities = { ...others, ...(tasks !== undefined && { extensions: { [TASKS_EXTENSION]: {} } }) };
    return { supportedVersions: SUPPORTED_VERSIONS, capabilities, ...(instructions && { instructions }) };
  }

  private hintFor(method: string): CacheHint | undefined {
    if (method.endsWith('/list')) return this.lists;
    return method === 'resources/read' ? STALE : undefined;
  }

  private get sealer(): StateSeal {
    return (this.seal ??= sealOf(this.table.options));
  }
}

function resumes({ params }: Envelope): boolean {
  return params['requestState'] !== undefined || params['inputResponses'] !== undefined;
}
