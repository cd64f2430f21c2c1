import type { CallOutcome } from '../outcome';
import type { ToolShape } from '../tool/tool';
import type { Door, Session } from '../tool-context';

/** Where a call was begun, as plain data that can go to another process. */
export interface CallOrigin {
  /** The id of the call that began it. */
  readonly call?: string;
  /** The position in a trace, as W3C Trace Context writes it. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** What a tracer keeps of a call. */
export interface CallPosition {
  /** The call's own position in a trace, for what it begins in turn. */
  readonly trace: CallOrigin;
}

/** One step of what the policy decided about a call. */
export interface CallDecision {
  readonly allowed: boolean;
  readonly reason: string;
  readonly rule: { readonly rule: string; readonly where: string };
}

/** What was decided about a call that needs the user's consent. */
export interface ConsentDecision {
  readonly granted: boolean;
  readonly why: string;
}

/** What is asked for by a call. */
export type CallKind = 'tool' | 'prompt' | 'resource';

/** What refused a call before it was carried out. */
export type Refuser =
  'unknown' | 'disabled' | 'arguments' | 'policy' | 'guard' | 'consent' | 'task' | 'observer';

/** What a door says about a call before there is a report of it. */
export interface CallBeginning {
  readonly door: Door;
  readonly session?: Session | undefined;
  /** The call of this process that makes it. */
  readonly within?: CallReport | undefined;
  /** Where the caller says that it was begun. */
  readonly trace?: CallOrigin | undefined;
}

/** What is known of a call: who, what, why and in what it ended. Only the call itself writes it. */
export interface CallReport {
  /** Unique among all calls of all processes. */
  readonly id: string;
  /** The id of the call that began it, if any. */
  readonly parent: string | undefined;
  readonly kind: CallKind;
  /** The name of a tool or prompt, or the URI of a resource, as far as it is known. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly door: Door;
  readonly session: Session | undefined;
  /** Where the caller says that it was begun. */
  readonly origin: CallOrigin | undefined;
  /** Its position in a trace, or the nearest that is known. */
  readonly trace: CallOrigin | undefined;
  /** The call of this process that makes it. */
  readonly within: CallReport | undefined;
  /** Undefined for prompts and resources, and where there is no such tool. */
  readonly tool: ToolShape | undefined;
  /** Whether there is such a tool, prompt or resource for this caller. */
  readonly known: boolean;
  readonly decisions: readonly CallDecision[] | undefined;
  readonly consent: ConsentDecision | undefined;
  readonly refusedBy: Refuser | undefined;
  /** Whether the tool's `run` was called; a call that goes on in the background runs in another call, of which there is a report too. */
  readonly ran: boolean;
  /** What it ended in; undefined if it ended with an error of the protocol, and for prompts and resources. */
  readonly outcome: CallOutcome | undefined;
  /** What was thrown, if it ended so. */
  readonly error: unknown;
  /** How many milliseconds it took. */
  readonly took: number;
}
