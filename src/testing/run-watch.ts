import type { CallObservers } from '../calls/call-observers';
import type { CallReport, Refuser } from '../calls/call-report';
import type { CallOutcome } from '../outcome';
import type { ToolShape } from '../tool/tool';

/** How far the last call of a tool came. */
export interface Reach {
  readonly ran: boolean;
  readonly refusedBy: Refuser | undefined;
  /** What the last of its calls that failed ended in: whole, where the answer may be only the beginning of it. */
  readonly failure: CallOutcome | undefined;
}

const watches = new WeakMap<CallObservers, RunWatch>();

/** Learns whether the `run` of a tool was called, in the background too: its answer alone doesn't say so. */
export class RunWatch {
  private readonly reports = new Map<ToolShape, CallReport[]>();

  private constructor(observers: CallObservers) {
    observers.add({ begin: () => undefined, end: (report) => this.keep(report) });
  }

  /** The watch of a registry: observers stay as long as it does. */
  static of(observers: CallObservers): RunWatch {
    let watch = watches.get(observers);
    if (!watch) watches.set(observers, (watch = new RunWatch(observers)));
    return watch;
  }

  /** Watches a tool until `leave`. */
  begin(tool: ToolShape): void {
    this.reports.set(tool, []);
  }

  leave(tool: ToolShape): void {
    this.reports.delete(tool);
  }

  /** Returns how far the calls of a watched tool came since this was last asked. */
  take(tool: ToolShape): Reach {
    const reports = this.reports.get(tool)?.splice(0) ?? [];
    const refusedBy = reports.find((report) => report.refusedBy)?.refusedBy;
    const failure = reports.findLast(({ outcome }) => outcome?.isError)?.outcome;
    return { ran: reports.some(({ ran }) => ran), refusedBy, failure };
  }

  private keep(report: CallReport): void {
    if (report.tool) this.reports.get(report.tool)?.push(report);
  }
}
