import { OnceValues } from '../once-values';
import type { CallOptions } from '../call-context';

/** The reason for which requests are cancelled when their connection is gone. */
export const DISCONNECTED = 'the client disconnected';

/**
 * The same options for a call with a key: it goes on if its caller only stopped waiting, because the connection broke or took
 * too long, and ends if the caller cancelled it.
 */
export function keptRunning(options: CallOptions): CallOptions {
  // Made on the options themselves, where the lane looks for it.
  options.once ??= new OnceValues();
  const outer = options.signal;
  if (!outer) return ofThisCall(options, undefined);
  const controller = new AbortController();
  const follow = (): void => {
    if (!onlyStoppedWaiting(outer.reason)) controller.abort(outer.reason);
  };
  if (outer.aborted) follow();
  else outer.addEventListener('abort', follow, { once: true });
  return ofThisCall(options, controller.signal);
}

// A copy for this call: whoever copies it for another call hands on whose call it is and what it may do, but not this call's key.
function ofThisCall(options: CallOptions, signal: AbortSignal | undefined): CallOptions {
  const { idempotencyKey, asking, ...others } = options;
  return Object.defineProperties(
    { ...others, signal },
    {
      idempotencyKey: { value: idempotencyKey },
      asking: { value: asking },
    },
  );
}

// Clients of the SDK cancel a request that they give up after their time limit, and say so.
function onlyStoppedWaiting(reason: unknown): boolean {
  return reason === DISCONNECTED || (typeof reason === 'string' && /\btimed out\b/i.test(reason));
}
