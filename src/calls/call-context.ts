import { exceptionMessage } from '../base/exception';
import type { AskingLane } from './keys/call-records';
import type { Logger } from '../logger';
import type { CallOutcome } from '../outcome';
import type { Door, Progress, Session, ToolContext } from '../tool-context';
import type { CallOrigin, CallReport } from './call-report';
import type { OpenCallReport } from './open-call-report';
import { askableSession } from './askable-session';
import { OnceValues } from './once-values';
import { heardBy, type QuestionListener } from './question-listener';
import { ReportWarnings, sendableProgress } from './sendable-report';
import { withPauses, type Pauses } from './time-limit-pauses';
import { toOutcome } from './to-outcome';

/** What the door of a call passes along with it. */
export interface CallOptions {
  door: Door;
  session?: Session | undefined;
  signal?: AbortSignal | undefined;
  progress?: ((update: Progress) => void) | undefined;
  /** Stores a tool's result so far. */
  soFar?: (result: CallOutcome['result']) => void;
  log?: Logger;
  /** Time limit in seconds for a tool that sets none; defaults to that of the registry. */
  timeoutSeconds?: number;
  /** Writes no log lines; for tools called by prompts and other tools. */
  quiet?: boolean;
  /** What must not happen again if the call is run again. */
  once?: OnceValues | undefined;
  /** Whether the caller follows tasks, so that tools which run only as tasks may be called. */
  task?: boolean | undefined;
  /** Returns the id of a background operation at once, instead of waiting a little for its result. */
  detached?: boolean;
  /** Consent was given when this very call was taken; calls that the tool makes in turn are asked about. */
  consented?: boolean;
  /** The call that makes this one, where somebody observes calls. */
  within?: CallReport | undefined;
  /** Where the caller says that the call was begun. */
  trace?: CallOrigin | undefined;
  /** The caller's key for this very call: a retry with it joins the call or gets its answer. */
  idempotencyKey?: string | undefined;
  /** How the lane takes part if the call is answered with questions. */
  asking?: AskingLane | undefined;
}

/** Calls another tool on behalf of a running one. */
export type InnerCall = (
  tool: string,
  args: Record<string, unknown>,
  options: CallOptions,
) => Promise<CallOutcome>;

/** The context of one call; its signal is created on first access. */
export class CallContext implements ToolContext, Pauses {
  private controller: AbortController | undefined;
  private ended: unknown;
  private unlink: (() => void) | undefined;
  /** The session with those who listen to its questions, if anybody does. */
  private heard: Session | undefined;
  private shown: Session | undefined;
  private limit: Pauses | undefined;
  /** How many questions the call waits for. */
  private waiting = 0;

  constructor(
    readonly tool: string,
    readonly log: Logger,
    private readonly options: CallOptions,
    private readonly innerCall: InnerCall,
    readonly budget?: number,
    /** What becomes known of the call, where somebody observes calls. */
    readonly report?: OpenCallReport,
    private readonly warnings = new ReportWarnings(),
  ) {}

  get door(): Door {
    return this.options.door;
  }

  get session(): Session | undefined {
    const session = this.heard ?? this.options.session;
    return session && (this.shown ??= withPauses(askableSession(session, this.tool), this));
  }

  /** Lets a listener learn of what the call asks from now on, its consent and the calls it makes in turn included. */
  hear(listener: QuestionListener): void {
    const session = this.heard ?? this.options.session;
    this.heard = session && heardBy(session, listener);
    this.shown = undefined;
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.ended !== undefined) this.controller.abort(this.ended);
      else this.follow(this.options.signal);
    }
    return this.controller.signal;
  }

  /** Sets the limit of the call's time, which stops while the user is asked. */
  limitBy(limit: Pauses | undefined): void {
    this.limit = limit;
    for (let n = 0; n < this.waiting; n++) limit?.pause();
  }

  pause(): void {
    this.waiting++;
    this.limit?.pause();
  }

  resume(): void {
    this.waiting--;
    this.limit?.resume();
  }

  // Tools take these out of the context (`run(args, { progress })`), so each is a function of its own.
  get progress(): ToolContext['progress'] {
    return (update) => {
      if (this.ended !== undefined) return;
      const sendable = sendableProgress(update);
      if (typeof sendable === 'string') this.warnings.warn(this.tool, sendable, this.log);
      else this.options.progress?.(sendable);
    };
  }

  get soFar(): ToolContext['soFar'] {
    return (value) => {
      if (this.ended !== undefined) return;
      try {
        const { result } = toOutcome(value);
        this.options.soFar?.(result);
      } catch (error) {
        const problem = `reported what it has so far, which can't be sent: ${exceptionMessage(error)}`;
        this.warnings.warn(this.tool, problem, this.log);
      }
    };
  }

  get once(): ToolContext['once'] {
    return (key, action) => {
      this.options.once ??= new OnceValues();
      return this.options.once.get(`${this.tool} ${key}`, action);
    };
  }

  get call(): ToolContext['call'] {
    return (tool, args = {}) => {
      const door = this.door === 'client' ? 'tool' : this.door;
      const { session } = this;
      this.options.once ??= new OnceValues();
      return this.innerCall(tool, args, {
        door,
        signal: this.signal,
        quiet: true,
        log: this.log,
        once: this.options.once,
        ...(session && { session }),
        ...(this.report && { within: this.report }),
      });
    };
  }

  /** Aborts whatever the call still has in progress. */
  abort(reason: Error): void {
    // Whoever listens can still say what there is so far.
    this.controller?.abort(reason);
    this.ended = reason;
    this.close();
  }

  /** Stops listening to the caller's signal. */
  close(): void {
    this.unlink?.();
    this.unlink = undefined;
  }

  private follow(outer: AbortSignal | undefined): void {
    if (!outer) return;
    if (outer.aborted) return this.controller!.abort(outer.reason);
    const onAbort = () => this.controller!.abort(outer.reason);
    outer.addEventListener('abort', onAbort, { once: true });
    this.unlink = () => outer.removeEventListener('abort', onAbort);
  }
}

/** Returns what a call made on behalf of another says about that one, where somebody observes calls. */
export function withinCall(context: ToolContext): Pick<CallOptions, 'within'> {
  return context instanceof CallContext && context.report ? { within: context.report } : {};
}

/** Returns the door of a prompt or a resource: a client has a session, a shell has none. */
export function outerDoor({ session }: Pick<CallOptions, 'session'>): Door {
  return session ? 'client' : 'shell';
}

/** Returns the position of a call in a trace, for the commands that it starts; nothing where calls aren't traced. */
export function traceparentOf(context: ToolContext): { traceparent?: string } {
  const traceparent = context instanceof CallContext ? context.report?.span?.trace.traceparent : undefined;
  return traceparent === undefined ? {} : { traceparent };
}
