import type { BackgroundRunner, OperationRequest } from '../calls/background';
import { ErrorCode } from '../errors';
import type { CallOutcome } from '../outcome';
import { Result } from '../result';
import type { Progress, ToolContext } from '../tool-context';
import { ToolResult } from '../tool-result';
import type { OperationEngine } from './engine';
import { OperationsFullError } from './memory-engine';
import type { OpenSessions } from './open-sessions';
import { isFinal, type Operation } from './operation';
import { outcomeLine, resultSummary } from './operation-report';

/** Runs calls on an engine: returns the result or an id to the caller, then reports progress and completion. */
export class BackgroundOperations implements BackgroundRunner {
  constructor(
    private readonly engine: OperationEngine,
    private readonly sessions: OpenSessions,
    /** How long a call waits for its result before it returns an id. */
    private readonly inlineWaitMs: number,
  ) {}

  async submit(request: OperationRequest, context: ToolContext): Promise<CallOutcome> {
    const { release, ...held } = this.sessions.hold(context.session);
    const follow = new Follower(context, release);
    const early: Operation[] = [];
    const onUpdate = (operation: Operation): void => {
      if (follow.id === undefined) early.push(operation);
      if (operation.id !== follow.id) return;
      follow.onUpdate(operation);
      if (isFinal(operation)) stop();
    };
    const stop = this.engine.onUpdate(onUpdate);
    let operation: Operation;
    try {
      operation = await this.engine.start({ ...request, caller: { ...request.caller, ...held } });
    } catch (error) {
      stop();
      release();
      if (error instanceof OperationsFullError) return full(error);
      throw error;
    }
    follow.id = operation.id;
    early.forEach(onUpdate);
    const { finished } = await this.engine.wait([operation.id], this.inlineWaitMs, context.signal);
    if (context.signal.aborted) await this.engine.cancel(operation.id, 'the caller cancelled the call');
    const [ready] = finished;
    if (!ready) return follow.answered(started(operation));
    stop();
    release();
    return inlineOutcome(ready);
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

function started(operation: Operation): CallOutcome {
  const { id, request } = operation;
  const message =
    `${request.tool} is running in the background as ${id}; this is not its result. Continue with other work: ` +
    `you will be notified when it ends. When nothing else is left to do, call await with id ${id}; do not poll status.`;
  const result = ToolResult.json({
    status: 'started',
    job_id: id,
    operation_id: id,
    tool: request.tool,
    message,
  });
  return { result, isError: false, repairs: [] };
}

function inlineOutcome(operation: Operation): CallOutcome {
  const { content = [], structuredContent, isError = false } = operation.result ?? {};
  const { isResult, value, page } = operation.forCode ?? {};
  const result = isResult
    ? resultFrom(structuredContent ?? {})
    : new ToolResult(content, isError, value ?? structuredContent, page);
  return { result, isError, repairs: [] };
}

// The Result that was sent as this JSON.
function resultFrom({ value, success: _, ...extras }: Record<string, unknown>): Result {
  return Result.ok(value, extras);
}

function full(error: OperationsFullError): CallOutcome {
  const result = Result.failure(error.message, 'operations_full', {
    instruction: 'Wait for running operations to end, or cancel some, then call again.',
    errorData: { code: ErrorCode.Execution },
  });
  return { result, isError: true, repairs: [] };
}
