import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallObserver } from '../calls/call-observer';
import type { CallReport } from '../calls/call-report';

/** Notes the spans of one call. */
export interface CallRecorder {
  /** Notes that a tool is called within another span; returns the span's number. */
  begin(name: string, parent: number | undefined): number;
  end(span: number, failed: boolean): void;
}

interface Place {
  readonly recorder: CallRecorder;
  readonly span?: number;
}

/** Follows calls through a registry, so that each call a tool makes is noted under the call that made it. */
export class Trace implements CallObserver {
  private readonly place = new AsyncLocalStorage<Place>();
  private readonly spans = new WeakMap<CallReport, Required<Place>>();

  begin(report: CallReport): void {
    const place = this.place.getStore();
    if (!place) return;
    const { recorder } = place;
    this.spans.set(report, { recorder, span: recorder.begin(report.name, place.span) });
  }

  around<T>(report: CallReport, work: () => T): T {
    const place = this.spans.get(report);
    return place ? this.place.run(place, work) : work();
  }

  end(report: CallReport): void {
    const place = this.spans.get(report);
    place?.recorder.end(place.span, report.outcome?.isError ?? report.error !== undefined);
  }

  /** Runs a call whose spans go to a recorder. */
  follow<T>(recorder: CallRecorder, run: () => Promise<T>): Promise<T> {
    return this.place.run({ recorder }, run);
  }
}
