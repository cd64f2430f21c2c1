import { randomWord } from '../base/random-word';
import type { CallOutcome } from '../outcome';
import type { ToolShape } from '../tool/tool';
import type { Door, Session } from '../tool-context';
import type {
  CallBeginning,
  CallDecision,
  CallKind,
  CallOrigin,
  CallPosition,
  CallReport,
  ConsentDecision,
  Refuser,
} from './call-report';

/** Returns the report of a call for those parts of the call itself that write it. */
export function openReportOf(call: { readonly report?: CallReport | undefined }): OpenCallReport | undefined {
  return call.report as OpenCallReport | undefined;
}

let count = 0;
let processId: string | undefined;

/** A report while its call goes on. It is made only where somebody observes calls. */
export class OpenCallReport implements CallReport {
  private readonly number = ++count;
  private readonly began = performance.now();
  readonly at = Date.now();
  readonly door: Door;
  readonly session: Session | undefined;
  readonly origin: CallOrigin | undefined;
  readonly within: OpenCallReport | undefined;
  tool: ToolShape | undefined;
  known = false;
  decisions: readonly CallDecision[] | undefined;
  consent: ConsentDecision | undefined;
  refusedBy: Refuser | undefined;
  ran = false;
  outcome: CallOutcome | undefined;
  error: unknown;
  took = 0;
  /** What the tracer keeps with it: a map beside it would cost more than the rest. */
  span: CallPosition | undefined;

  constructor(
    readonly kind: CallKind,
    readonly name: string,
    readonly args: Readonly<Record<string, unknown>>,
    options: CallBeginning,
  ) {
    this.door = options.door;
    this.session = options.session;
    this.within = openReportOf({ report: options.within });
    this.origin = options.trace;
  }

  get id(): string {
    return `${(processId ??= randomWord(9))}-${this.number}`;
  }

  get parent(): string | undefined {
    return this.within ? this.within.id : this.origin?.call;
  }

  get trace(): CallOrigin | undefined {
    return (this.span ?? this.within?.span)?.trace ?? this.origin;
  }

  /** Where what it begins in the background was begun. */
  get asOrigin(): CallOrigin {
    return { ...this.trace, call: this.id };
  }

  /** Notes that there is what was called. */
  found(tool?: ToolShape): void {
    this.tool = tool;
    this.known = true;
  }

  /** Notes who refused the call, if anybody did, and returns the refusal. */
  refused<T>(who: Refuser, refusal: T): T {
    if (refusal) this.refusedBy = who;
    return refusal;
  }

  /** Notes the end of the call. */
  close(): void {
    this.took = performance.now() - this.began;
  }
}
