import { andThen, type Awaitable } from '../base/awaitable';
import type { CallOutcome } from '../outcome';
import type { CallOptions } from './call-context';
import type { CallFollowers } from './call-followers';
import { OpenCallReport } from './open-call-report';

/** Calls a tool for those who follow the call. */
export function observedCall(
  followers: CallFollowers,
  name: string,
  args: Record<string, unknown>,
  options: CallOptions,
  work: (report: OpenCallReport) => Awaitable<CallOutcome>,
): Awaitable<CallOutcome> {
  const report = new OpenCallReport('tool', name, args, options);
  const noted = (outcome: CallOutcome): CallOutcome => (report.outcome = outcome);
  return followers.follow(
    report,
    () => andThen(work(report), noted),
    (failure) => ({ result: failure, isError: true, repairs: [] }),
  );
}
