import { isError } from '../base/any-realm';
import { exceptionMessage } from '../base/exception';
import { isThenable, type Awaitable } from '../base/awaitable';
import type { Logger } from '../logger';
import { Result, type Failure } from '../result';
import type { CallObserver } from './call-observer';
import type { CallBeginning, CallReport } from './call-report';

type Settled<T> = { readonly value: T } | { readonly error: unknown };

/** An observer whose mistakes stay its own: what it throws is logged once, and changes neither a call nor what others learn. */
export class IsolatedObserver {
  private logged = false;

  constructor(
    private readonly observer: CallObserver,
    private readonly log: () => Logger,
  ) {}

  get hasContext(): boolean {
    return this.observer.around !== undefined;
  }

  get isSelective(): boolean {
    return this.observer.wants !== undefined;
  }

  wants(call: CallBeginning): boolean {
    try {
      return this.observer.wants?.(call) ?? true;
    } catch (error) {
      this.threw('wants', error);
      return true;
    }
  }

  begin(report: CallReport): Failure | undefined {
    try {
      return failureIn(this.observer.begin(report));
    } catch (error) {
      return this.threw('begin', error);
    }
  }

  // What the observer throws is told from what the work throws, and the work is done once, whatever the observer does.
  around<T>(report: CallReport, work: () => T): T {
    let settled: Settled<T> | undefined;
    const noted = (): T => {
      try {
        const value = work();
        settled = { value };
        return value;
      } catch (error) {
        settled = { error };
        throw error;
      }
    };
    try {
      return this.observer.around!(report, noted);
    } catch (error) {
      const done = settled;
      if (done && 'error' in done) throw done.error;
      this.threw('around', error);
      return done ? done.value : work();
    }
  }

  end(report: CallReport): Awaitable<Failure | undefined> {
    try {
      const said = this.observer.end(report);
      if (!isThenable(said)) return failureIn(said);
      return Promise.resolve(said).then(failureIn, (error: unknown) => this.threw('end', error));
    } catch (error) {
      return this.threw('end', error);
    }
  }

  private threw(where: string, error: unknown): undefined {
    if (this.logged) return;
    this.logged = true;
    const thrown = (isError(error) && error.stack) || exceptionMessage(error);
    this.log().error(
      `An observer of calls threw in ${where}; calls go on, and it is not logged again: ${thrown}`,
    );
  }
}

// Observers in plain JavaScript return whatever their last expression is; only a failure says something.
function failureIn(said: unknown): Failure | undefined {
  return said instanceof Result && said.isFailure() ? said : undefined;
}
