import type { CallOutcome } from '../../outcome';
import type { Progress } from '../../tool-context';
import { ClientLog } from '../client-log';
import { errorReply, notification } from '../legacy/replies';
import { isRequestId } from '../legacy/plain-message';
import type { Last, Send } from '../method';
import type { MethodTable } from '../method-table';
import { RunningRequest } from '../running-request';
import { WireError } from '../wire-error';
import { envelopeOf, type Envelope } from './envelope';
import { MetaKey, SUPPORTED_VERSIONS } from './era';
import { listen } from './listen';
import { modernError } from './modern-error';
import { ModernSession } from './modern-session';
import { checkedModern, renderModern } from './render-modern';
import { Replies, type CacheHint, type Id } from './replies';

const ANSWERED: Last = {};
const METHOD_NOT_FOUND = -32601;
const STALE: CacheHint = { ttlMs: 0, cacheScope: 'private' };

/** A request that is not answered yet. */
export interface Running {
  /** Whether it is a stream, which is answered only when it ends. */
  readonly streaming: boolean;
  /** Stops it, unanswered: the client doesn't want the reply any more. */
  cancel(reason?: unknown): void;
  /** Ends it from the server's side: a stream is answered, anything else is cancelled. */
  end(): void;
}

/** Answers requests of revision 2026-07-28, each by itself; one lane serves every connection. */
export class ModernLane {
  private readonly replies: Replies;
  private readonly lists: CacheHint;

  constructor(private readonly table: MethodTable) {
    this.replies = new Replies(table.greeting.serverInfo);
    this.lists = { ttlMs: table.options.listTtlMs ?? 0, cacheScope: 'private' };
  }

  /**
   * Answers a request of a caller; whatever belongs to it goes by `send`, the reply last. Returns the request if it is
   * not answered yet, and calls `done` when it is.
   */
  take(message: Record<string, unknown>, send: Send, caller: string, done?: () => void): Running | undefined {
    const { id, method } = message as { id: Id; method: string };
    if (!isRequestId(id)) return undefined;
    let request: RunningRequest | undefined;
    try {
      const envelope = envelopeOf(method, message['params']);
      request = this.begin(envelope, send, caller);
      return this.answer(id, method, envelope, request, send, done);
    } catch (error) {
      this.fail(id, error, request, send);
      return undefined;
    }
  }

  private answer(
    id: Id,
    method: string,
    envelope: Envelope,
    request: RunningRequest,
    send: Send,
    done: (() => void) | undefined,
  ): Running | undefined {
    const { params } = envelope;
    switch (method) {
      case 'tools/call': {
        const outcome = this.table.tools.call(params, request);
        if (outcome instanceof Promise)
          return this.later(id, outcome, request, send, done, (settled) => this.callReply(id, settled));
        return this.reply(this.callReply(id, outcome), request, send);
      }
      case 'tools/list':
        return this.reply(this.replies.list(id, this.table.tools.list(params), this.lists), request, send);
      case 'server/discover':
        return this.reply(this.replies.result(id, this.discovered(), this.lists), request, send);
      case 'subscriptions/listen':
        return this.stream(id, params, request, send, done);
    }
    const found = this.table.method(method);
    if (!found) throw new WireError(METHOD_NOT_FOUND, `Method not found: ${method}`);
    const result = Promise.resolve(found(params, request));
    return this.later(id, result, request, send, done, (settled) =>
      this.replies.result(id, settled, this.hintFor(method)),
    );
  }

  private callReply(id: Id, outcome: CallOutcome): string {
    return this.replies.call(id, checkedModern(renderModern(outcome)));
  }

  private later<T>(
    id: Id,
    value: Promise<T>,
    request: RunningRequest,
    send: Send,
    done: (() => void) | undefined,
    worded: (value: T) => string,
  ): Running {
    value
      .then((settled) => request.over || this.reply(worded(settled), request, send))
      .catch((error: unknown) => request.over || this.fail(id, error, request, send))
      .finally(() => done?.());
    return { streaming: false, cancel: (reason) => request.cancel(reason), end: () => request.cancel() };
  }

  // A stream stays open until either side ends it.
  private stream(
    id: Id,
    params: Record<string, unknown>,
    request: RunningRequest,
    send: Send,
    done: (() => void) | undefined,
  ): Running {
    const opened = listen(this.table, id, params, request, (json) => request.over || send(json));
    opened.catch((error: unknown) => {
      if (!request.over) this.fail(id, error, request, send);
      done?.();
    });
    const close = (): void => {
      void opened.then(
        (stop) => stop(),
        () => undefined,
      );
      done?.();
    };
    return {
      streaming: true,
      cancel: (reason) => {
        request.cancel(reason);
        close();
      },
      end: () => {
        const result = { resultType: 'complete', _meta: { [MetaKey.subscription]: id } };
        if (!request.over) this.reply(this.replies.of(id, result), request, send);
        close();
      },
    };
  }

  private begin(envelope: Envelope, send: Send, caller: string): RunningRequest {
    const { progressToken, logLevel } = envelope;
    const tell = (method: string, params: Record<string, unknown>): void => {
      if (!request.over) send(notification(method, params));
    };
    const clientLog = new ClientLog(tell, logLevel);
    const session = new ModernSession(caller, envelope, (method, params) => {
      if (method !== 'notifications/message' || clientLog.takes(params['level'])) tell(method, params);
    });
    const progress = (update: Progress): void => tell('notifications/progress', { progressToken, ...update });
    const request: RunningRequest = new RunningRequest(
      session,
      logLevel === undefined ? this.table.log : this.table.log.with(clientLog),
      progressToken === undefined ? undefined : progress,
    );
    return request;
  }

  private discovered(): object {
    const { capabilities, instructions } = this.table.greeting;
    return { supportedVersions: SUPPORTED_VERSIONS, capabilities, ...(instructions && { instructions }) };
  }

  private hintFor(method: string): CacheHint | undefined {
    if (method.endsWith('/list')) return this.lists;
    return method === 'resources/read' ? STALE : undefined;
  }

  private reply(json: string, request: RunningRequest, send: Send): undefined {
    request.answered = true;
    send(json, ANSWERED);
  }

  private fail(id: Id, thrown: unknown, request: RunningRequest | undefined, send: Send): void {
    if (request) request.answered = true;
    const { code, message, data } = modernError(thrown);
    send(errorReply(id, code, message, data), { code });
  }
}
