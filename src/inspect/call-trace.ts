import { AsyncLocalStorage } from 'node:async_hooks';
import type { Middleware } from '../calls/pipeline';

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
export class Trace {
  private readonly place = new AsyncLocalStorage<Place>();

  /** To be added to the registry with `use`. */
  readonly middleware: Middleware = async (call, next) => {
    const place = this.place.getStore();
    if (!place) return next();
    const { recorder } = place;
    const span = recorder.begin(call.tool.name, place.span);
    try {
      const outcome = await this.place.run({ recorder, span }, next);
      recorder.end(span, outcome.isError);
      return outcome;
    } catch (error) {
      recorder.end(span, true);
      throw error;
    }
  };

  /** Runs a call whose spans go to a recorder. */
  follow<T>(recorder: CallRecorder, run: () => Promise<T>): Promise<T> {
    return this.place.run({ recorder }, run);
  }
}
