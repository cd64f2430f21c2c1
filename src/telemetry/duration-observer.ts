import type { Attributes, Histogram } from '@opentelemetry/api';
import type { CallObserver } from '../calls/call-observer';
import type { CallBeginning, CallReport } from '../calls/call-report';
import type { ToolShape } from '../tool/tool';
import { errorTypeOf, measuredAttributes } from './call-attributes';
import type { OpenTelemetry } from './load-opentelemetry';

// In seconds, as the conventions for MCP advise.
const ADVISED_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/** Measures how long calls of clients take, traced or not, for a provider of metrics. */
export class DurationObserver implements CallObserver {
  private readonly durations: Histogram;
  private readonly measured = new WeakMap<ToolShape, Attributes>();

  constructor(api: OpenTelemetry, version: string) {
    this.durations = api.metrics
      .getMeter('toolwright', version)
      .createHistogram('mcp.server.operation.duration', {
        unit: 's',
        description: 'How long requests of clients take',
        advice: { explicitBucketBoundaries: ADVISED_BUCKETS },
      });
  }

  wants({ door }: CallBeginning): boolean {
    return door === 'client';
  }

  begin(): void {
    // A duration is known when a call ends.
  }

  end(report: CallReport): void {
    const { tool, took } = report;
    const errorType = errorTypeOf(report);
    if (!tool || errorType !== undefined)
      return this.durations.record(took / 1000, measuredAttributes(report, errorType));
    let attributes = this.measured.get(tool);
    if (!attributes) this.measured.set(tool, (attributes = measuredAttributes(report, undefined)));
    this.durations.record(took / 1000, attributes);
  }
}
