import type { CallBeginning } from '../calls/call-report';
import { openReportOf } from '../calls/open-call-report';
import type { Door } from '../tool-context';
import type { OpenTelemetry } from './load-opentelemetry';

// Calls through the other doors are made by a call, which they follow: by its report, or by its position.
const OUTER_DOORS: ReadonlySet<Door> = new Set<Door>(['client', 'shell']);
const SAMPLED = 1;

/** Decides which calls are traced before anything is made for them: as what they belong to is, or else a random part of them. */
export class HeadSampling {
  constructor(
    private readonly api: OpenTelemetry,
    /** The part of the calls without a parent that is traced, from 0 to 1. */
    private readonly part: number,
  ) {}

  takes({ door, within, trace }: CallBeginning): boolean {
    if (within) return openReportOf({ report: within })?.span !== undefined;
    if (trace?.traceparent !== undefined) return isSampled(parseInt(trace.traceparent.slice(53), 16));
    // What is active around these may be a span of anybody: of the call whose end let a waiting operation begin, for example.
    if (!OUTER_DOORS.has(door)) return false;
    const around = this.api.trace.getSpanContext(this.api.context.active());
    return around ? isSampled(around.traceFlags) : Math.random() < this.part;
  }
}

function isSampled(flags: number): boolean {
  return (flags & SAMPLED) === SAMPLED;
}
