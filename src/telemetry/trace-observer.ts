import { exceptionMessage } from '../base/exception';
import type { Context, Span, SpanContext, SpanOptions, Tracer } from '@opentelemetry/api';
import type { CallObserver } from '../calls/call-observer';
import type { CallBeginning, CallReport } from '../calls/call-report';
import type { OpenCallReport } from '../calls/open-call-report';
import { outcomeError } from '../calls/render';
import { attributesOf, errorTypeOf, spanName, statusCodeOf } from './call-attributes';
import { CallSpan } from './call-span';
import type { HeadSampling } from './head-sampling';
import type { OpenTelemetry } from './load-opentelemetry';

const LONGEST_MESSAGE = 200;

/** Makes a span of every call that is to be traced, within the client's trace. */
export class TraceObserver implements CallObserver {
  private readonly tracer: Tracer;
  /** Decides which calls are traced; undefined leaves it to the provider's own sampler. */
  readonly wants?: (call: CallBeginning) => boolean;

  constructor(
    private readonly api: OpenTelemetry,
    version: string,
    private readonly withoutSecrets: (text: string, report: CallReport) => string,
    private readonly problem: (text: string) => void,
    sampling?: HeadSampling,
  ) {
    if (sampling) this.wants = (call) => sampling.takes(call);
    this.tracer = api.trace.getTracer('toolwright', version);
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
      const span = spanOf(report)?.span;
      if (!span) return;
      if (span.isRecording()) this.describe(span, report);
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

  private describe(span: Span, report: CallReport): void {
    const { refusedBy, decisions, consent, outcome, error } = report;
    if (!report.known) span.updateName(spanName(report, false));
    if (outcome?.operation !== undefined) span.setAttribute('toolwright.operation.id', outcome.operation);
    if (consent) span.setAttribute('toolwright.consent', consent.granted ? 'granted' : 'refused');
    if (refusedBy) span.setAttribute('toolwright.refused_by', refusedBy);
    const refused = decisions?.find(({ allowed }) => !allowed);
    if (refused) span.setAttribute('toolwright.policy.rule', refused.rule.rule);
    if (error !== undefined) span.setAttribute('rpc.response.status_code', statusCodeOf(error));
    const errorType = errorTypeOf(report);
    if (errorType === undefined) return;
    span.setAttribute('error.type', errorType);
    const said = error === undefined ? outcome && outcomeError(outcome) : exceptionMessage(error);
    const message = said && this.withoutSecrets(said, report).slice(0, LONGEST_MESSAGE);
    span.setStatus({ code: this.api.SpanStatusCode.ERROR, ...(message !== undefined && { message }) });
  }
}

// The report keeps it for us, and for those who pass the position on.
function spanOf(report: CallReport): CallSpan | undefined {
  return (report as OpenCallReport).span as CallSpan | undefined;
}
