import type {
  Attributes,
  Context,
  Histogram,
  Span,
  SpanContext,
  SpanOptions,
  Tracer,
} from '@opentelemetry/api';
import type { CallObserver } from '../calls/call-observer';
import type { CallReport } from '../calls/call-report';
import type { OpenCallReport } from '../calls/open-call-report';
import { outcomeError } from '../calls/render';
import { exceptionMessage } from '../result';
import type { ToolShape } from '../tool/tool';
import { attributesOf, errorTypeOf, measuredAttributes, spanName, statusCodeOf } from './call-attributes';
import { CallSpan } from './call-span';
import type { OpenTelemetry } from './load-opentelemetry';

const LONGEST_MESSAGE = 200;
// In seconds, as the conventions for MCP advise.
const ADVISED_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Makes a span of every call, within the client's trace, and measures how long calls of clients take. */
export class TraceObserver implements CallObserver {
  private readonly tracer: Tracer;
  private readonly durations: Histogram;
  private readonly measured = new WeakMap<ToolShape, Attributes>();

  constructor(
    private readonly api: OpenTelemetry,
    version: string,
    private readonly withoutSecrets: (text: string, args: CallReport['args']) => string,
    private readonly problem: (text: string) => void,
  ) {
    this.tracer = api.trace.getTracer('toolwright', version);
    this.durations = api.metrics
      .getMeter('toolwright', version)
      .createHistogram('mcp.server.operation.duration', {
        unit: 's',
        description: 'How long requests of clients take',
        advice: { explicitBucketBoundaries: ADVISED_BUCKETS },
      });
  }

  begin(report: CallReport): void {
    try {
      const { SERVER, INTERNAL } = this.api.SpanKind;
      const kind = report.door === 'client' ? SERVER : INTERNAL;
      const options: SpanOptions = { kind, attributes: attributesOf(report) };
      const parent = this.parentOf(report, options);
      const span = this.tracer.startSpan(spanName(report, true), options, parent);
      (report as OpenCallReport).span = new CallSpan(span, this.api.trace.setSpan(parent, span));
    } catch (error) {
      this.problem(exceptionMessage(error));
    }
  }

  around<T>(report: CallReport, work: () => T): T {
    const traced = spanOf(report);
    return traced ? this.api.context.with(traced.context, work) : work();
  }

  end(report: CallReport): void {
    try {
      const errorType = errorTypeOf(report);
      if (report.door === 'client') this.measure(report, errorType);
      const span = spanOf(report)?.span;
      if (!span) return;
      if (span.isRecording()) this.describe(span, report, errorType);
      span.end();
    } catch (error) {
      this.problem(exceptionMessage(error));
    }
  }

  // What a client says in `_meta` is the parent; a span around it, such as that of the HTTP request, is linked. What is active
  // around a background operation is whatever happened to start it.
  private parentOf(report: CallReport, options: SpanOptions): Context {
    const within = report.within && spanOf(report.within);
    if (within) return within.context;
    const { trace, context, ROOT_CONTEXT } = this.api;
    const active = context.active();
    const { traceparent, tracestate } = report.origin ?? {};
    if (traceparent === undefined) return active;
    const remote: SpanContext = {
      traceId: traceparent.slice(3, 35),
      spanId: traceparent.slice(36, 52),
      traceFlags: parseInt(traceparent.slice(53), 16),
      isRemote: true,
    };
    if (tracestate !== undefined) remote.traceState = this.api.createTraceState(tracestate);
    if (!this.api.isSpanContextValid(remote)) return active;
    const around = report.door === 'client' ? trace.getSpanContext(active) : undefined;
    if (around) options.links = [{ context: around }];
    return trace.setSpanContext(ROOT_CONTEXT, remote);
  }

  private describe(span: Span, report: CallReport, errorType: string | undefined): void {
    const { refusedBy, decisions, consent, outcome, error } = report;
    if (!report.known) span.updateName(spanName(report, false));
    if (outcome?.operation !== undefined) span.setAttribute('toolwright.operation.id', outcome.operation);
    if (consent) span.setAttribute('toolwright.consent', consent.granted ? 'granted' : 'refused');
    if (refusedBy) span.setAttribute('toolwright.refused_by', refusedBy);
    const refused = decisions?.find(({ allowed }) => !allowed);
    if (refused) span.setAttribute('toolwright.policy.rule', refused.rule.rule);
    if (error !== undefined) span.setAttribute('rpc.response.status_code', statusCodeOf(error));
    if (errorType === undefined) return;
    span.setAttribute('error.type', errorType);
    const said = error === undefined ? outcome && outcomeError(outcome) : exceptionMessage(error);
    const message = said && this.withoutSecrets(said, report.args).slice(0, LONGEST_MESSAGE);
    span.setStatus({ code: this.api.SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
  }

  private measure(report: CallReport, errorType: string | undefined): void {
    const { tool, took } = report;
    if (!tool || errorType !== undefined)
      return this.durations.record(took / 1000, measuredAttributes(report, errorType));
    let attributes = this.measured.get(tool);
    if (!attributes) this.measured.set(tool, (attributes = measuredAttributes(report, undefined)));
    this.durations.record(took / 1000, attributes);
  }
}

// The report keeps it for us, and for those who pass the position on.
function spanOf(report: CallReport): CallSpan | undefined {
  return (report as OpenCallReport).span as CallSpan | undefined;
}
