import { isPromised, type Awaitable } from '../base/awaitable';
import { MissingCapabilityError, ToolDisabledError, ToolNotFoundError } from '../errors';
import type { Failure } from '../result';
import type { Refuser } from './call-report';
import type { IsolatedObserver } from './isolated-observer';
import type { OpenCallReport } from './open-call-report';

/** The observers that follow a call; a synchronous call stays synchronous. */
export class CallFollowers {
  constructor(private readonly list: readonly IsolatedObserver[]) {}

  /** Runs a call between its beginning and its end; `refused` words the answer if an observer refuses it. */
  follow<T>(
    report: OpenCallReport,
    work: () => Awaitable<T>,
    refused: (failure: Failure) => Awaitable<T>,
  ): Awaitable<T> {
    let refusal: Failure | undefined;
    for (const observer of this.list) {
      const said = observer.begin(report);
      if (said) refusal ??= said;
    }
    if (refusal) {
      report.refusedBy = 'observer';
      const answer = refusal;
      return this.finish(report, () => refused(answer), refused);
    }
    let value: Awaitable<T>;
    try {
      value = this.around(report, 0, work);
    } catch (error) {
      return this.fail(report, error);
    }
    if (!isPromised(value)) return this.finish(report, () => value, refused);
    return Promise.resolve(value).then(
      (settled) => this.finish(report, () => settled, refused),
      (error: unknown) => this.fail(report, error),
    );
  }

  private around<T>(report: OpenCallReport, from: number, work: () => T): T {
    for (let index = from; index < this.list.length; index++) {
      const observer = this.list[index]!;
      if (observer.hasContext) return observer.around(report, () => this.around(report, index + 1, work));
    }
    return work();
  }

  private finish<T>(
    report: OpenCallReport,
    answer: () => Awaitable<T>,
    refused: (failure: Failure) => Awaitable<T>,
  ): Awaitable<T> {
    const said = this.ended(report);
    if (isPromised(said)) return said.then((failure) => (failure ? refused(failure) : answer()));
    return said ? refused(said) : answer();
  }

  private fail(report: OpenCallReport, error: unknown): Promise<never> {
    report.error = error;
    report.refusedBy ??= refuserOf(error);
    const said = this.ended(report);
    if (isPromised(said))
      return said.then(() => {
        throw error;
      });
    throw error;
  }

  private ended(report: OpenCallReport): Awaitable<Failure | undefined> {
    report.close();
    let replaced: Failure | undefined;
    let waiting: Promise<Failure | undefined>[] | undefined;
    for (const observer of this.list) {
      const said = observer.end(report);
      if (isPromised(said)) (waiting ??= []).push(said);
      else if (said) replaced ??= said;
    }
    if (!waiting) return replaced;
    return Promise.all(waiting).then((late) => replaced ?? late.find((failure) => failure));
  }
}

function refuserOf(error: unknown): Refuser | undefined {
  if (error instanceof ToolNotFoundError) return 'unknown';
  if (error instanceof ToolDisabledError) return 'disabled';
  return error instanceof MissingCapabilityError ? 'task' : undefined;
}
