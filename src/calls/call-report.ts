import { crypto } from '../base/crypto';
import type { CallOutcome } from '../outcome';
import type { ToolShape } from '../tool/tool';
import type { Door, Session } from '../tool-context';

/** Where a call was begun, as plain data that can go to another process. */
export interface CallTrace {
  /** The id of the call that began it. */
  readonly call?: string;
  /** The position in a trace, as W3C Trace Context writes it. */
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** What a tracer keeps of a call. */
export interface CallPosition {
  /** The call's own position in a trace, for what it begins in turn. */
  readonly trace: CallTrace;
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

/** What a door says about a call that an observer wants to know. */
export interface ReportOptions {
  readonly door: Door;
  readonly session?: Session | undefined;
  readonly within?: CallReport | undefined;
  readonly trace?: CallTrace | undefined;
}

let count = 0;
let processId: string | undefined;

/** What becomes known of a call on its way from the door to its end. It is made only where somebody observes calls. */
export class CallReport {
  private readonly number = ++count;
  private readonly began = performance.now();
  /** Milliseconds since the epoch. */
  readonly at = Date.now();
  readonly door: Door;
  readonly session: Session | undefined;
  /** Where the caller says that it was begun. */
  readonly origin: CallTrace | undefined;
  /** The call of this process that makes it. */
  readonly within: CallReport | undefined;
  /** Undefined for prompts and resources, and where there is no such tool. */
  tool: ToolShape | undefined;
  /** Whether there is such a tool, prompt or resource for this caller. */
  known = false;
  decisions: readonly CallDecision[] | undefined;
  consent: ConsentDecision | undefined;
  refusedBy: Refuser | undefined;
  /** What it ended in; undefined if it ended with an error of the protocol, and for prompts and resources. */
  outcome: CallOutcome | undefined;
  /** What was thrown, if it ended so. */
  error: unknown;
  /** How many milliseconds it took. */
  took = 0;
  /** What the tracer keeps with it: a map beside it would cost more than the rest. */
  span: CallPosition | undefined;

  constructor(
    readonly kind: CallKind,
    /** The name of a tool or prompt, or the URI of a resource, as far as it is known. */
    readonly name: string,
    readonly args: Readonly<Record<string, unknown>>,
    options: ReportOptions,
  ) {
    this.door = options.door;
    this.session = options.session;
    this.within = options.within;
    this.origin = options.trace;
  }

  /** Unique among all calls of all processes. */
  get id(): string {
    return `${(processId ??= crypto().randomBytes(9).toString('base64url'))}-${this.number}`;
  }

  /** The id of the call that began it, if any. */
  get parent(): string | undefined {
    return this.within ? this.within.id : this.origin?.call;
  }

  /** Its position in a trace, or the nearest that is known. */
  get trace(): CallTrace | undefined {
    return (this.span ?? this.within?.span)?.trace ?? this.origin;
  }

  /** Where what it begins in the background was begun. */
  get asOrigin(): CallTrace {
    return { ...this.trace, call: this.id };
  }

  /** Notes the end of the call. */
  close(): void {
    this.took = performance.now() - this.began;
  }
}
