import { exceptionMessage } from '../../base/exception';
import { digestOf } from '../../base/json-digest';
import { CallCancelledError, MissingCapabilityError, QuestionPendingError } from '../../errors';
import type { CallOutcome, Repair } from '../../outcome';
import { ANYONE, ownerOf } from '../../owner';
import { Result } from '../../result';
import { mayRunAgain } from '../../tool/may-run-again';
import type { ToolShape } from '../../tool/tool';
import type { Logger } from '../../logger';
import type { CallOptions } from '../call-context';
import type { CallRecords, Claim, KeyedRequest, Lease } from './call-records';
import { derivedKey } from './derived-key';
import { keyFailure } from './key-failures';
import { recordOf, replayOf } from './recorded-answer';

/** A call with a key. */
export interface KeyedCall {
  readonly tool: ToolShape;
  readonly args: Record<string, unknown>;
  readonly options: CallOptions;
  readonly context: { readonly log: Logger };
}

/** What a call with a key does if it is the one to run. */
export interface KeyedWork {
  /** Returns why the call may not be made: guards and consent. */
  refuse(): Promise<CallOutcome | undefined>;
  /** Runs the tool; never rejects because of what it did. */
  execute(): Promise<CallOutcome>;
}

/** One attempt to make a call. */
interface Attempt {
  readonly call: KeyedCall;
  readonly work: KeyedWork;
  /** Whether the outcome is that of the tool: it was not refused before. */
  began: boolean;
  /** Whether an earlier attempt has used up the state that it was resumed with, and was lost. */
  again: boolean;
}

// The shortest key that random letters and digits make as hard to guess as 128 random bits.
const UNGUESSABLE = 22;

/** Makes calls with a key: the first runs, a retry joins it or gets its recorded answer. */
export class KeyedCalls {
  constructor(private readonly records: CallRecords) {}

  async run(call: KeyedCall, repairs: readonly Repair[], work: KeyedWork): Promise<CallOutcome> {
    const { tool, args, options } = call;
    const { session, idempotencyKey: given } = options;
    const owner = ownerOf(session);
    if (given !== undefined && owner === ANYONE && given.length < UNGUESSABLE)
      return keyFailure(tool.name, 'weak');
    const derived = derivedKey(tool, args, repairs);
    const keys = [given === undefined ? undefined : `given ${given}`, derived];
    const request = {
      owner,
      digest: digestOf([tool.name, args]),
      round: options.asking?.round,
      repeatable: mayRunAgain(tool),
    };
    const requests = keys.filter((key) => key !== undefined).map((key) => ({ ...request, key }));
    return this.under(requests, { call, work, began: false, again: false });
  }

  // A tool may derive a key for a call that also carries one: then both must be free.
  private async under([request, ...others]: readonly KeyedRequest[], attempt: Attempt): Promise<CallOutcome> {
    if (!request) return this.begin(attempt);
    const { tool, options } = attempt.call;
    for (;;) {
      const claim = await this.claim(request, attempt);
      if ('result' in claim) return claim;
      switch (claim.state) {
        case 'mine':
          attempt.again ||= claim.again ?? false;
          return this.owned(request, claim.lease, attempt, () => this.under(others, attempt));
        case 'ended':
          attempt.began = true;
          return replayOf(claim.answer);
        case 'asked':
          return { ...keyFailure(tool.name, 'asked'), asked: claim.question };
        case 'running':
          await this.records.changed(request, options.signal);
          if (options.signal?.aborted) throw new CallCancelledError(tool.name);
          continue;
        default:
          return keyFailure(tool.name, claim.state);
      }
    }
  }

  private async claim(request: KeyedRequest, { call }: Attempt): Promise<Claim | CallOutcome> {
    try {
      return await this.records.claim(request);
    } catch (error) {
      call.context.log.warning(
        `The idempotency key of a call can't be looked up: ${exceptionMessage(error)}`,
      );
      return keyFailure(call.tool.name, 'away');
    }
  }

  private async begin(attempt: Attempt): Promise<CallOutcome> {
    if (!attempt.again) await attempt.call.options.asking?.admit?.();
    const refused = await attempt.work.refuse();
    if (refused) return refused;
    attempt.began = true;
    return attempt.work.execute();
  }

  private async owned(
    request: KeyedRequest,
    lease: Lease,
    attempt: Attempt,
    next: () => Promise<CallOutcome>,
  ): Promise<CallOutcome> {
    const { asking } = attempt.call.options;
    let outcome: CallOutcome;
    try {
      outcome = await next();
    } catch (error) {
      if (asking?.asksBack) asking.hold(lease);
      else await this.settled(attempt, () => lease.release());
      throw error;
    }
    if (asking?.asksBack) asking.hold(lease);
    else if (attempt.began && isFinal(request, outcome))
      await this.settled(attempt, () => lease.end(recordOf(outcome)));
    else await this.settled(attempt, () => lease.release());
    return outcome;
  }

  // What was done is answered, even if it can't be recorded.
  private async settled({ call }: Attempt, settle: () => unknown): Promise<void> {
    try {
      await settle();
    } catch (error) {
      call.context.log.warning(
        `The outcome of ${call.tool.name} is not recorded under its idempotency key: ${exceptionMessage(error)}`,
      );
    }
  }
}

const NOT_ACCEPTED: ReadonlySet<string> = new Set(['operations_full', 'operations_away']);
const NOBODY_KNOWS: ReadonlySet<string> = new Set(['timeout', 'cancelled', 'outcome_unknown']);

// A failure is final too, because nobody knows what the tool did before it. Not so where another attempt is harmless, or where
// the key is derived, so that another attempt could never have another key: there the tool's own word counts that it failed.
function isFinal({ repeatable, key }: KeyedRequest, { isError, result }: CallOutcome): boolean {
  if (!isError) return true;
  if (repeatable) return false;
  if (!(result instanceof Result)) return !key.startsWith('derived ');
  const { exception, errorType = '' } = result;
  if (exception instanceof MissingCapabilityError || exception instanceof QuestionPendingError) return false;
  if (NOT_ACCEPTED.has(errorType)) return false;
  return !key.startsWith('derived ') || NOBODY_KNOWS.has(errorType);
}
