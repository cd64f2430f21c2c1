import type { Context, Span } from '@opentelemetry/api';
import type { CallPosition, CallOrigin } from '../calls/call-report';

/** The span of a call, and the context in which its work runs. */
export class CallSpan implements CallPosition {
  constructor(
    readonly span: Span,
    readonly context: Context,
  ) {}

  /** Its position in the trace: written when it is asked for, by what runs in the background, by commands and by the audit. */
  get trace(): CallOrigin {
    const { traceId, spanId, traceFlags, traceState } = this.span.spanContext();
    const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    const tracestate = traceState?.serialize();
    return tracestate ? { traceparent, tracestate } : { traceparent };
  }
}
