import { isDeepStrictEqual } from 'node:util';
import {
  operationSession,
  type BackgroundOptions,
  type BackgroundRunner,
  type CallerData,
  type OperationRequest,
} from '../calls/background';
import { endsWithServer } from '../calls/server-ending';
import { ErrorCode } from '../errors';
import type { CallOutcome } from '../outcome';
import { Result } from '../result';
import type { Progress, Session, ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';
import type { OperationEngine } from './operation-engine';
import { OperationsAwayError, OperationsFullError } from './operations-errors';
import type { OpenSessions } from './operation-sessions';
import { isFinal, type Operation } from './operation';
import { outcomeOf } from './operation-outcome';
import { outcomeLine, resultSummary } from './operation-report';

/** What a process does for the calls of its clients that run in other processes. */
export interface CallsElsewhere {
  /** Returns a caller as data. */
  describe(session: Session | undefined): Promise<CallerData>;
  /** Asks the client what its operation asks, and hands the answers on. */
  relay(operation: Operation, session: Session | undefined): void;
}

/** Runs calls on an engine: returns the result or an id to the caller, then reports progress and completion. */
export class BackgroundOperations implements BackgroundRunner {
  constructor(
    private readonly engine: OperationEngine,
    private readonly sessions: OpenSessions,
    /** How long a call waits for its result before it returns an id. */
    private readonly inlineWaitMs: number,
    /** What is needed if calls run in other processes. */
    private readonly elsewhere?: CallsElsewhere,
  ) {}

  async submit(
    request: OperationRequest,
    context: ToolContext,
    { detached = false, once }: BackgroundOptions = {},
  ): Promise<CallOutcome> {
    const { release, connection } = this.sessions.hold({
      session: context.session,
      once,
      log: context.log,
    });
    const follow = new Follower(context, release);
    const session = operationSession(context.session);
    const onUpdate = (operation: Operation): void => {
      follow.onUpdate(operation);
      // Whoever is to answer has to know of the operation first, unless the question goes out with the reply.
      if (operation.questions && (!this.elsewhere || !session?.asksInReply)) follow.stopWaiting();
      this.elsewhere?.relay(operation, context.session);
    };
    let operation: Operation;
    try {
      const whole = await this.whole(request, connection, context, once);
      operation = await this.engine.start(whole, onUpdate, ({ method, params }) =>
        context.session?.notify?.(method, params),
      );
    } catch (error) {
      release();
      if (error instanceof OperationsFullError || error instanceof OperationsAwayError) return refused(error);
      throw error;
    }
    const ready = await follow.ended(detached ? 0 : this.inlineWaitMs);
    // At the end of the server it gets its grace like all others.
    if (context.signal.aborted && !endsWithServer(context.signal)) await this.cancelled(operation, release);
    if (!ready) return follow.answered(started(operation, session?.hearsEnd ?? true));
    release();
    for (const [key, value] of Object.entries(ready.once ?? {})) void once?.get(key, () => value);
    return outcomeOf(ready);
  }

  // If it can't be cancelled, nobody follows it any more all the same.
  private async cancelled({ id }: Operation, release: () => void): Promise<void> {
    try {
      await this.engine.cancel(id, 'the caller cancelled the call');
    } catch (error) {
      release();
      throw error;
    }
  }

  private async whole(
    request: OperationRequest,
    connection: string,
    { session }: ToolContext,
    once: BackgroundOptions['once'],
  ): Promise<OperationRequest> {
    if (!this.elsewhere) return { ...request, caller: { ...request.caller, connection } };
    const data = await this.elsewhere.describe(session);
    const settled = (await once?.settled()) ?? {};
    return { ...request, caller: { ...request.caller, data }, once: settled };
  }
}

// A notification holds a summary; `await` returns the full result.
const ANNOUNCED_CHARACTERS = 20_000;

/** Reports the progress of an operation to its caller. */
class Follower {
  private reported: Progress | undefined;
  private hasAnswered = false;
  private over: Operation | undefined;
  private waits = true;
  private wake = (): void => undefined;

  constructor(
    private readonly context: ToolContext,
    private readonly release: () => void,
  ) {}

  onUpdate(operation: Operation): void {
    if (isFinal(operation)) {
      this.over = operation;
      this.stopWaiting();
      if (this.hasAnswered) this.announce(operation);
    } else if (operation.progress && !isDeepStrictEqual(operation.progress, this.reported)) {
      this.reported = operation.progress;
      this.context.progress(operation.progress);
    }
  }

  /** Waits for the end of the operation, which it hears of anyway; returns undefined if the time is over or nobody waits any more. */
  async ended(waitMs: number): Promise<Operation | undefined> {
    const { signal } = this.context;
    if (!this.waits || waitMs <= 0 || signal.aborted) return this.over;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      signal.addEventListener('abort', done, { once: true });
      this.wake = done;
    });
    return this.over;
  }

  /** Lets the call be answered with what is known now. */
  stopWaiting(): void {
    this.waits = false;
    this.wake();
  }

  // If the operation ended while the answer was being made, its completion is announced right after the answer.
  answered(outcome: CallOutcome): CallOutcome {
    this.hasAnswered = true;
    const { over } = this;
    if (over) setImmediate(() => this.announce(over));
    return outcome;
  }

  private announce(operation: Operation): void {
    const message = outcomeLine(operation);
    this.context.session?.notify?.('notifications/message', {
      level: operation.state === 'Completed' ? 'info' : 'warning',
      logger: 'operations',
      data: {
        message,
        operation_id: operation.id,
        tool: operation.request.tool,
        state: operation.state,
        result: resultSummary(operation, ANNOUNCED_CHARACTERS),
      },
    });
    this.release();
  }
}

function started(operation: Operation, hearsEnd: boolean): CallOutcome {
  const { id, request } = operation;
  const told = hearsEnd ? ': you will be notified when it ends' : '';
  const message =
    `${request.tool} is running in the background as ${id}; this is not its result. Continue with other work${told}. ` +
    `When nothing else is left to do, call await with id ${id}; do not poll status.`;
  const result = ToolResult.json({
    status: 'started',
    job_id: id,
    operation_id: id,
    tool: request.tool,
    message,
  });
  return { result, isError: false, repairs: [], operation: id };
}

function refused(error: OperationsFullError | OperationsAwayError): CallOutcome {
  const [type, instruction] = whyRefused(error);
  const result = Result.failure(error.message, type, {
    instruction,
    errorData: { code: ErrorCode.Execution },
  });
  return { result, isError: true, repairs: [] };
}

function whyRefused(error: OperationsFullError | OperationsAwayError): [type: string, instruction: string] {
  if (error instanceof OperationsFullError)
    return ['operations_full', 'Wait for running operations to end, or cancel some, then call again.'];
  return error.maybeDone
    ? ['outcome_unknown', 'Look with status whether it was accepted. Call it again only if it was not.']
    : ['operations_away', 'Tell the user if it lasts, and call again later.'];
}
