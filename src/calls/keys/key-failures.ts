import { ErrorCode } from '../../errors';
import type { CallOutcome } from '../../outcome';
import { Result } from '../../result';

/** Why a call with a key was not carried out, or not again. */
export type KeyProblem = 'other' | 'lost' | 'dropped' | 'full' | 'away' | 'asked' | 'weak';

interface Words {
  readonly type: string;
  readonly error: string;
  readonly cure: string;
}

const WORDS: Readonly<Record<KeyProblem, Words>> = {
  other: {
    type: 'idempotency_key_reused',
    error: 'was not run: its idempotency key was used for a call of another tool or with other arguments',
    cure: 'Repeat the first call exactly to get its answer, or use a new key for a new call.',
  },
  lost: {
    type: 'outcome_unknown',
    error: 'was not run again: the process that ran it under this key was lost, and its outcome is unknown',
    cure: 'Find out whether it took effect, for example with a tool that reads. Call it with a new key only if it did not.',
  },
  dropped: {
    type: 'answer_dropped',
    error: 'was not run again: it ran under this key, and its answer was too large to be kept until now',
    cure: 'Read what it did with another tool. Call it with a new key only to do it once more.',
  },
  full: {
    type: 'idempotency_keys_full',
    error: 'was not run: this caller has used as many idempotency keys as are kept',
    cure: 'Try again when some have expired, or call without a key.',
  },
  away: {
    type: 'idempotency_unavailable',
    error: 'was not run: the store of idempotency keys can’t be reached',
    cure: 'Try again later with the same key.',
  },
  asked: {
    type: 'input_required',
    error: 'waits for an answer that was asked for in revision 2026-07-28 of the protocol',
    cure: 'Answer there, or use a new key for a new call.',
  },
  weak: {
    type: 'idempotency_key_weak',
    error:
      'was not run: without authentication a key is what tells callers apart, and this one can be guessed',
    cure: 'Use a key of at least 22 random characters, such as a UUID.',
  },
};

/** Returns the outcome of a call with a key that is not carried out. */
export function keyFailure(tool: string, problem: KeyProblem): CallOutcome {
  const { type, error, cure } = WORDS[problem];
  const result = Result.failure(`${tool} ${error}`, type, {
    instruction: cure,
    errorData: { code: ErrorCode.Execution, tool },
  });
  return { result, isError: true, repairs: [] };
}

/** Returns whether the error of a tool is that a call with a key was not carried out. */
export function isKeyFailure(tool: string, error: string): boolean {
  return Object.values(WORDS).some((words) => error === `${tool} ${words.error}`);
}
