import { Result } from '../../result';
import { MissingCapabilityError } from '../../errors';
import type { CallOutcome } from '../../outcome';
import type { Progress } from '../../tool-context';
import type { WireCaller } from '../wire-caller';
import { ClientLog } from '../client-log';
import { errorReply, notification } from '../legacy/legacy-replies';
import type { Last, Send } from '../method';
import type { MethodTable } from '../method-table';
import { RunningRequest } from '../running-request';
import { traceIn } from '../trace-in-meta';
import type { Envelope } from './modern-envelope';
import { modernError } from './modern-error';
import { followsTasks } from './modern-tasks';
import { ModernSession } from './modern-session';
import type { Resumed } from './resumed-call';
import type { Id } from './modern-replies';

const ANSWERED: Last = {};

/** One request and the way back to its sender. */
export class Exchange {
  readonly session: ModernSession;
  readonly request: RunningRequest;

  constructor(
    readonly id: Id,
    readonly method: string,
    readonly envelope: Envelope,
    readonly caller: WireCaller,
    private readonly way: Send,
    table: MethodTable,
    asks: boolean,
    resumed?: Resumed,
  ) {
    const { progressToken, logLevel } = envelope;
    const clientLog = new ClientLog(this.notify, logLevel);
    this.session = new ModernSession(
      caller,
      envelope,
      (name, params) => {
        if (name !== 'notifications/message' || clientLog.takes(params['level'])) this.notify(name, params);
      },
      asks,
      resumed,
    );
    const progress = (update: Progress): void =>
      this.notify('notifications/progress', { progressToken, ...update });
    this.request = new RunningRequest(
      this.session,
      logLevel === undefined ? table.log : table.log.with(clientLog),
      progressToken === undefined ? undefined : progress,
    );
    if (resumed) this.request.once = resumed.once;
    this.request.task = followsTasks(envelope);
    if (table.registry.observers.any) this.request.trace = traceIn(envelope.params['_meta']);
    if (asks) this.request.asking = this.session;
    this.session.isOver = () => this.request.over;
  }

  /** Sends a message that belongs to the request, unless it is over. */
  readonly send = (json: string): void => {
    if (!this.request.over) this.way(json);
  };

  reply(json: string): undefined {
    if (this.request.over) return;
    this.request.answered = true;
    this.way(json, ANSWERED);
  }

  fail(thrown: unknown): void {
    if (this.request.over) return;
    this.request.answered = true;
    failTo(this.way, this.id, thrown);
  }

  private readonly notify = (method: string, params: Record<string, unknown>): void =>
    this.send(notification(method, params));
}

/** Sends the error reply to a request. */
export function failTo(send: Send, id: Id, thrown: unknown, malformed = false): void {
  const { code, message, data } = modernError(thrown);
  send(errorReply(id, code, message, data), { code, ...(malformed && { malformed }) });
}

/** Returns the capability that a call failed for, if it did. */
export function missingCapability({ isError, result }: CallOutcome): MissingCapabilityError | undefined {
  if (!isError || !(result instanceof Result)) return undefined;
  return result.exception instanceof MissingCapabilityError ? result.exception : undefined;
}
