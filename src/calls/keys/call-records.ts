import type { Awaitable } from '../../base/awaitable';

/** A call with a key, as plain data. */
export interface KeyedRequest {
  /** Whose key it is; see `ownerOf`. */
  readonly owner: string;
  readonly key: string;
  /** The digest of tool and arguments: the same key with another one is refused. */
  readonly digest: string;
  /** The sealed state that the call was resumed with, if it was asked back before. */
  readonly round?: string | undefined;
  /** Whether it may run again after the process that ran it was lost. */
  readonly repeatable: boolean;
}

/** The right to run a call, which nobody else has meanwhile. */
export interface Lease {
  /** Records the answer. */
  end(answer: string): Awaitable<void>;
  /** Records the question that the call ended with, and the state that it is resumed with, for as long as it can be answered. */
  ask(round: string, question: string, answerMs: number): Awaitable<void>;
  /** Forgets the call: it was not carried out. */
  release(): Awaitable<void>;
}

/**
 * What is known of a call with a key. `lost`: the process that ran it is gone, and nobody knows how far it came; `dropped`: it
 * ended, and its answer was too large to keep; `other`: the key was used for another call; `full`: no more keys are taken.
 */
export type Claim =
  /** `again`: its process was lost, after it had used up the state that it was resumed with. */
  | { readonly state: 'mine'; readonly lease: Lease; readonly again?: boolean }
  | { readonly state: 'running' | 'lost' | 'dropped' | 'other' | 'full' }
  | { readonly state: 'ended'; readonly answer: string }
  | { readonly state: 'asked'; readonly question: string };

/** Remembers which calls were made with which key, and how they ended. */
export interface CallRecords {
  /** Takes the right to run a call, or returns what is known of it. */
  claim(request: KeyedRequest): Awaitable<Claim>;
  /** Resolves when a running call may have ended, or when the signal is aborted. */
  changed(request: KeyedRequest, signal: AbortSignal | undefined): Promise<void>;
}

/** The bounds of what is remembered. */
export interface RecordLimits {
  /** How long an answer is kept, in milliseconds. */
  readonly keepMs: number;
  /** The most keys of one caller. */
  readonly keep: number;
  /** The most bytes of one caller's answers, and of its questions; the oldest are dropped first, but not that they were given. */
  readonly keepBytes: number;
}

/** The default bounds. */
export const DEFAULT_RECORD_LIMITS: RecordLimits = {
  keepMs: 24 * 60 * 60 * 1000,
  keep: 10_000,
  keepBytes: 5_000_000,
};

/** How a lane takes part in a call that may be answered with questions, and is made again with their answers. */
export interface AskingLane {
  /** The state that the call was resumed with. */
  readonly round: string | undefined;
  /** Uses up that state, if this was left to the call; throws if it was done before. */
  readonly admit: (() => Promise<void>) | undefined;
  /** Whether the call is answered with questions. */
  readonly asksBack: boolean;
  /** Takes the lease of a call that is answered with questions, to record them. */
  hold(lease: Lease): void;
}
