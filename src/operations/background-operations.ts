import {
  operationSession,
  type BackgroundOptions,
  type BackgroundRunner,
  type OperationRequest,
} from '../calls/background';
import { ErrorCode } from '../errors';
import type { CallOutcome } from '../outcome';
import { Result } from '../result';
import type { Progress, ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';
import type { OperationEngine } from './operation-engine';
import { OperationsFullError } from './memory-engine';
import type { OpenSessions } from './operation-sessions';
import { isFinal, type Operation } from './operation';
import { outcomeOf } from './operation-outcome';
import { outcomeLine, resultSummary } from './operation-report';

/** Runs calls on an engine: returns the result or an id to the caller, then reports progress and completion. */
export class BackgroundOperations implements BackgroundRunner {
  constructor(
    private readonly engine: OperationEngine,
    private readonly sessions: OpenSessions,
    /** How long a call waits for its result before it returns an id. */
    private readonly inlineWaitMs: number,
  ) {}

  async submit(
    request: OperationRequest,
    context: ToolContext,
    { detached = false, once }: BackgroundOptions = {},
  ): Promise<CallOutcome> {
    const { release, connection } = this.sessions.hold({ session: context.session, once });
    const follow = new Follower(context, release);
    const early: Operation[] = [];
    const onUpdate = (operation: Operation): void => {
      if (follow.id === undefined) early.push(operation);
      if (operation.id !== follow.id) return;
      follow.onUpdate(operation);
      if (isFinal(operation)) stop();
      // Whoever is to answer has to know of the operation first.
      if (operation.questions) waiting.abort();
    };
    const waiting = new AbortController();
    const stop = this.engine.onUpdate(onUpdate);
    let operation: Operation;
    try {
      operation = await this.engine.start({ ...request, caller: { ...request.caller, connection } });
    } catch (error) {
      stop();
      release();
      if (error instanceof OperationsFullError) return full(error);
      throw error;
    }
    follow.id = operation.id;
    early.forEach(onUpdate);
    const until = AbortSignal.any([context.signal, waiting.signal]);
    const wait = detached ? 0 : this.inlineWaitMs;
    const { finished } = await this.engine.wait([operation.id], wait, until);
    if (context.signal.aborted) await this.engine.cancel(operation.id, 'the caller cancelled the call');
    const [ready] = finished;
    if (!ready)
      return follow.answered(started(operation, operationSession(context.session)?.hearsEnd ?? true));
    stop();
    release();
    return outcomeOf(ready);
  }
}

// A notification holds a summary; `await` returns the full result.
const ANNOUNCED_CHARACTERS = 20_000;

/** Reports the progress of an operation to its caller. */
class Follower {
  id: string | undefined;
  private reported: Progress | undefined;
  private hasAnswered = false;
  private over: Operation | undefined;

  constructor(
    private readonly context: ToolContext,
    private readonly release: () => void,
  ) {}

  onUpdate(operation: Operation): void {
    if (isFinal(operation)) {
      this.over = operation;
      if (this.hasAnswered) this.announce(operation);
    } else if (operation.progress && operation.progress !== this.reported) {
      this.reported = operation.progress;
      this.context.progress(operation.progress);
    }
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

function full(error: OperationsFullError): CallOutcome {
  const result = Result.failure(error.message, 'operations_full', {
    instruction: 'Wait for running operations to end, or cancel some, then call again.',
    errorData: { code: ErrorCode.Execution },
  });
  return { result, isError: true, repairs: [] };
}
