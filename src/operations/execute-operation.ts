import { operationSession } from '../calls/background';
import type { InnerCall } from '../calls/call-context';
import { ErrorCode, MissingCapabilityError } from '../errors';
import type { CallOutcome, WireResult } from '../outcome';
import { renderOutcome, renderWhole } from '../calls/render';
import { Result } from '../result';
import type { ToolResult } from '../tool-result';
import type { Execute } from './memory-engine';
import type { OpenSessions } from './operation-sessions';
import type { Finished, ForCode } from './operation';

/** Runs operations through the registry, like any other call, on behalf of the original caller. */
export function executeThrough(call: InnerCall, sessions: OpenSessions, timeoutSeconds: number): Execute {
  return async ({ tool, args, caller }, { signal, progress, soFar, questions }) => {
    const { session: held, once } = sessions.get(caller.connection);
    const session = operationSession(held)?.inBackground(questions) ?? held;
    const outcome = await call(tool, args, {
      door: 'operation',
      consented: true,
      signal,
      progress,
      timeoutSeconds,
      ...(soFar && {
        soFar: (result: ToolResult) => soFar(renderOutcome({ result, isError: false, repairs: [] })),
      }),
      ...(session && { session }),
      ...(once && { once }),
    });
    return finishedFrom(outcome);
  };
}

function finishedFrom(outcome: CallOutcome): Finished {
  // However large: it is made to fit when it is answered.
  const result = renderWhole(outcome);
  if (!outcome.isError) return { state: 'Completed', result, forCode: forCode(outcome) };
  const exception = outcome.result instanceof Result ? outcome.result.exception : undefined;
  return {
    state: codeOf(result) === ErrorCode.Timeout ? 'TimedOut' : 'Failed',
    result,
    ...(exception instanceof MissingCapabilityError && { missing: exception.required }),
  };
}

function forCode({ result, bare }: CallOutcome): ForCode {
  const page = result.page && { page: result.page };
  if (result instanceof Result) return { ...(!bare && { isResult: true }), ...page };
  const { value, structured } = result;
  return { ...(value !== undefined && !structured && { value }), ...page };
}

function codeOf(result: WireResult): unknown {
  const data = result.structuredContent?.['error_data'];
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)['code'] : undefined;
}
