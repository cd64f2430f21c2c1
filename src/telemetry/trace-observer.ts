import type { Context, Histogram, Link, Span, Tracer } from '@opentelemetry/api';
import type { CallObserver } from '../calls/call-observers';
import type { CallReport, CallTrace } from '../calls/call-report';
import { outcomeError } from '../calls/render';
import { exceptionMessage } from '../result';
import { attributesOf, errorTypeOf, methodOf, spanName } from './call-attributes';
import type { OpenTelemetry } from './load-opentelemetry';

interface Traced {
  readonly span: Span;
  readonly context: Context;
}

// In seconds, as the conventions for MCP advise.
const BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
const UNKNOWN = '_OTHER';

/** Makes a span of every call, within the client's trace, and measures how long calls of clients take. */
export class TraceObserver implements CallObserver {
  private readonly tracer: Tracer;
  private readonly durations: Histogram;

  constructor(
    private readonly api: OpenTelemetry,
    version: string,
    private readonly problem: (text: string) => void,
  ) {
    this.tracer = api.trace.getTracer('toolwright', version);
    this.durations = api.metrics
      .getMeter('toolwright', version)
      .createHistogram('mcp.server.operation.duration', {
        unit: 's',
        description: 'How long requests of clients take',
        advice: { explicitBucketBoundaries: BUCKETS },
      });
  }

  begin(report: CallReport): void {
    try {
      const { parent, links } = this.parentOf(report);
      const { SERVER, INTERNAL } = this.api.SpanKind;
      const kind = report.door === 'client' ? SERVER : INTERNAL;
      const attributes = attributesOf(report);
      const span = this.tracer.startSpan(spanName(report, true), { kind, attributes, ...links }, parent);
      report.span = { span, context: this.api.trace.setSpan(parent, span) } satisfies Traced;
      report.trace = traceOf(span);
    } catch (error) {
      this.problem(exceptionMessage(error));
    }
  }

  around<T>(report: CallReport, work: () => T): T {
    const traced = tracedIn(report);
    return traced ? this.api.context.with(traced.context, work) : work();
  }

  end(report: CallReport): void {
    try {
      const errorType = errorTypeOf(report);
      if (report.door === 'client') this.measure(report, errorType);
      const span = tracedIn(report)?.span;
      if (!span) return;
      if (span.isRecording()) this.describe(span, report, errorType);
      span.end();
    } catch (error) {
      this.problem(exceptionMessage(error));
    }
  }

  // What a client says in `_meta` is the parent; a span around it, such as that of the HTTP request, is linked.
  private parentOf(report: CallReport): { parent: Context; links?: { links: Link[] } } {
    const { trace, context, ROOT_CONTEXT } = this.api;
    const within = report.within && tracedIn(report.within);
    if (within) return { parent: within.context };
    const active = context.active();
    const { traceparent, tracestate } = report.origin ?? {};
    if (traceparent === undefined) return { parent: active };
    const [, traceId = '', spanId = '', flags = '0'] = traceparent.split('-');
    const remote = {
      traceId,
      spanId,
      traceFlags: parseInt(flags, 16),
      isRemote: true,
      ...(tracestate !== undefined && { traceState: this.api.createTraceState(tracestate) }),
    };
    if (!this.api.isSpanContextValid(remote)) return { parent: active };
    const around = trace.getSpanContext(active);
    return {
      parent: trace.setSpanContext(ROOT_CONTEXT, remote),
      ...(around && { links: { links: [{ context: around }] } }),
    };
  }

  private describe(span: Span, report: CallReport, errorType: string | undefined): void {
    const { refusedBy, decisions, consent, outcome, error } = report;
    if (report.kind === 'tool' && refusedBy === 'unknown') span.updateName(spanName(report, false));
    if (outcome?.operation !== undefined) span.setAttribute('toolwright.operation.id', outcome.operation);
    if (consent) span.setAttribute('toolwright.consent', consent.granted ? 'granted' : 'refused');
    if (refusedBy) span.setAttribute('toolwright.refused_by', refusedBy);
    const refused = decisions?.find(({ allowed }) => !allowed);
    if (refused) span.setAttribute('toolwright.policy.rule', refused.rule.rule);
    if (errorType === undefined) return;
    span.setAttribute('error.type', errorType);
    if (error !== undefined) span.setAttribute('rpc.response.status_code', errorType);
    const message = error === undefined ? outcome && outcomeError(outcome) : exceptionMessage(error);
    span.setStatus({
      code: this.api.SpanStatusCode.ERROR,
      ...(message !== undefined && { message: message.slice(0, 200) }),
    });
  }

  private measure(report: CallReport, errorType: string | undefined): void {
    const { kind, tool, name } = report;
    this.durations.record(report.took / 1000, {
      'mcp.method.name': methodOf(report),
      ...(kind === 'tool' && {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool ? name : UNKNOWN,
      }),
      ...(errorType !== undefined && { 'error.type': errorType }),
    });
  }
}

function tracedIn({ span }: CallReport): Traced | undefined {
  return span as Traced | undefined;
}

// Written when it is asked for: by what runs in the background, by commands, and by the audit.
function traceOf(span: Span): CallTrace {
  return {
    get traceparent() {
      const { traceId, spanId, traceFlags } = span.spanContext();
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    },
    get tracestate() {
      return span.spanContext().traceState?.serialize() ?? '';
    },
  };
}
