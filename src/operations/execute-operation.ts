import type { InnerCall } from '../calls/call-context';
import { ErrorCode, MissingCapabilityError } from '../errors';
import type { CallOutcome, WireResult } from '../outcome';
import { exceptionMessage } from '../base/exception';
import { forCode, type ForCode } from '../calls/plain-outcome';
import { plainForCode, plainResult } from './plain-result';
import { failureOfResult, renderOutcome, renderWhole } from '../calls/render';
import { Result } from '../result';
import type { Session } from '../tool-context';
import type { Execute } from './memory-engine';
import type { HeldRequest } from './operation-sessions';
import type { OperationQuestions, OperationRequest } from '../calls/background';
import type { Finished } from './operation';

/** Finds on whose behalf an operation runs. */
export interface OperationCallers {
  /** `notify` is the way to a client that is connected elsewhere. */
  callerOf(request: OperationRequest, questions: OperationQuestions, notify?: Session['notify']): HeldRequest;
}

/** Runs operations through the registry, like any other call, on behalf of the original caller. */
export function executeThrough(call: InnerCall, callers: OperationCallers, timeoutSeconds: number): Execute {
  return async (request, { signal, progress, soFar, questions, notify }) => {
    const { tool, args, trace } = request;
    const { session, once, log } = callers.callerOf(request, questions, notify);
    const outcome = await call(tool, args, {
      door: 'operation',
      consented: true,
      signal,
      progress,
      timeoutSeconds,
      ...(soFar && {
        soFar: (result) => soFar(plainResult(renderOutcome({ result, isError: false, repairs: [] }))),
      }),
      ...(session && { session }),
      ...(once && { once }),
      ...(log && { log }),
      ...(trace && { trace }),
    });
    return finishedFrom(outcome);
  };
}

function finishedFrom(outcome: CallOutcome): Finished {
  let result: WireResult;
  let value: ForCode;
  try {
    // However large: it is made to fit when it is answered.
    result = plainResult(renderWhole(outcome));
    value = plainForCode(forCode(outcome));
  } catch (error) {
    const problem = `The result is not valid MCP: ${exceptionMessage(error)}`;
    return { state: 'Failed', result: failureOfResult(problem) };
  }
  if (!outcome.isError) return { state: 'Completed', result, forCode: value };
  const exception = outcome.result instanceof Result ? outcome.result.exception : undefined;
  return {
    state: codeOf(result) === ErrorCode.Timeout ? 'TimedOut' : 'Failed',
    result,
    ...(exception instanceof MissingCapabilityError && { missing: exception.required }),
  };
}

function codeOf(result: WireResult): unknown {
  const data = result.structuredContent?.['error_data'];
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)['code'] : undefined;
}
