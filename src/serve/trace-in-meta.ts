import { isObject } from '../base/json-value';
import type { CallOrigin } from '../calls/call-report';

// As W3C Trace Context has it: ids of zeros and the version ff are invalid.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
// Printable ASCII, as long as every tracer has to take it.
const TRACESTATE = /^[ -~]{1,512}$/;

/** Returns the client's position in a trace, from the `_meta` of a request; undefined if it names none that can be used. */
export function traceIn(meta: unknown): CallOrigin | undefined {
  if (!isObject(meta)) return undefined;
  const { traceparent, tracestate } = meta;
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  return typeof tracestate === 'string' && TRACESTATE.test(tracestate)
    ? { traceparent, tracestate }
    : { traceparent };
}

/** Puts the position in a trace that the headers of a request name into its `_meta`, unless that names one itself. */
export function takeTraceHeaders(
  message: Record<string, unknown>,
  header: (name: string) => string | undefined,
): void {
  const traceparent = header('traceparent');
  if (traceparent === undefined || !('id' in message)) return;
  const { params = {} } = message;
  if (!isObject(params)) return;
  const { _meta: meta = {} } = params;
  if (!isObject(meta) || meta['traceparent'] !== undefined) return;
  const tracestate = header('tracestate');
  message['params'] = {
    ...params,
    _meta: { ...meta, traceparent, ...(tracestate !== undefined && { tracestate }) },
  };
}
