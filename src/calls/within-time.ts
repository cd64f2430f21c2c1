import { isError } from '../base/any-realm';
import { CallCancelledError, ToolTimeoutError } from '../errors';
import type { ToolShape } from '../tool/tool';
import type { CallContext, CallOptions } from './call-context';
import { endsWithServer, LAST_WORDS_MS } from './server-ending';
import { TimeLimit } from './time-limit';
import type { UnsettledWork } from './unsettled-work';

/** The part of a call that says what ends it early. */
interface RunningCall {
  readonly tool: ToolShape;
  readonly options: CallOptions;
  readonly context: CallContext;
}

/** Settles with whatever comes first: the value, a cancellation, or the time limit (none if it is 0 seconds); what it leaves behind is noted. */
export function withinTime(
  { tool, context, options }: RunningCall,
  value: Promise<unknown>,
  seconds: number,
  left: UnsettledWork,
): Promise<unknown> {
  if (seconds <= 0 && !options.signal) return value.finally(() => context.close());
  return new Promise((resolve, reject) => {
    const end = (error: Error): void => {
      limit?.end();
      context.abort(error);
      reject(error);
    };
    // What the end of the server told to return has had its time.
    const endEarly = (error: Error): void => {
      end(error);
      left.add(value);
    };
    const serverEnds = (): Error => new CallCancelledError(tool.name, 'the server is ending');
    let lastWords: NodeJS.Timeout | undefined;
    const onAbort = (): void => {
      if (!endsWithServer(options.signal)) return endEarly(new CallCancelledError(tool.name));
      lastWords = setTimeout(() => end(serverEnds()), LAST_WORDS_MS).unref();
    };
    const late = (): void =>
      endEarly(new ToolTimeoutError(`Tool execution timed out after ${seconds}s`, tool.name));
    const limit = seconds > 0 ? new TimeLimit(seconds * 1000, late) : undefined;
    context.limitBy(limit);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (): void => {
      limit?.end();
      clearTimeout(lastWords);
      options.signal?.removeEventListener('abort', onAbort);
      context.close();
    };
    value
      .then(resolve, (error: Error) => reject(lastWords && isAbortError(error) ? serverEnds() : error))
      .finally(settle);
    if (options.signal?.aborted) onAbort();
  });
}

// What `fetch`, timers and the like reject with once their signal was aborted.
function isAbortError(error: unknown): boolean {
  return isError(error) && error.name === 'AbortError';
}
