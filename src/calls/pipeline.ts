import { andThen, isPromised, isThenable } from '../base/awaitable';
import type { AnswerLimiter } from './answer-limiter';
import type { BackgroundRunner } from './background';
import { ownerOf } from '../owner';
import { boundedMeta } from './bounded-meta';
import { CallContext, type CallOptions, type InnerCall } from './call-context';
import type { CallReport } from './call-report';
import { openReportOf, type OpenCallReport } from './open-call-report';
import { outcomeOfLayer } from './outcome-of-layer';
import { refusalOfGuard, type GuardRefusal } from './refusal-of-guard';
import { consentNow, needsConsent, refuseWithoutConsent, type ConsentMode } from './consent';
import { cancelledFailure, executionFailure, timeoutFailure, validationFailure } from './call-failures';
import { logThrown } from './log-thrown';
import type { Logger } from '../logger';
import type { CallOutcome, Repair } from '../outcome';
import { CallCancelledError, QuestionPendingError, ToolTimeoutError } from '../errors';
import type { CallRecords } from './keys/call-records';
import { keptRunning } from './keys/kept-running';
import { hasKey, LateKeyedCalls } from './keys/late-keyed-calls';
import { OnceValues } from './once-values';
import { ReportWarnings } from './sendable-report';
import { toOutcome } from './to-outcome';
import { UnsettledWork } from './unsettled-work';
import { withinTime } from './within-time';
import type { Awaitable } from '../base/awaitable';
import type { ToolShape } from '../tool/tool';
import type { Door, Session } from '../tool-context';

/** One call in the pipeline. */
export interface ToolCall {
  readonly tool: ToolShape;
  /** The raw arguments, as received, under their names on the wire. */
  readonly args: Record<string, unknown>;
  readonly options: CallOptions;
  readonly context: CallContext;
  /** What becomes known of the call, where somebody observes calls. */
  readonly report?: CallReport | undefined;
}

/** Wraps every call, for audit, metrics or limits. */
export type Middleware = (call: ToolCall, next: () => Promise<CallOutcome>) => Awaitable<CallOutcome>;

/** Judges a call with valid arguments before consent is requested; what it returns refuses the call, nothing lets it through. */
export type Guard = (call: ToolCall, args: object) => Awaitable<GuardRefusal | undefined | void>;

/** The part of the registry's options that the pipeline uses. */
export interface PipelineOptions {
  log: Logger;
  guards: readonly Guard[];
  consent: ConsentMode | (() => ConsentMode);
  defaultTimeoutSeconds: number;
  timeLimitOf?: ((tool: ToolShape) => number | undefined) | undefined;
  answers?: AnswerLimiter | undefined;
  /** Where calls with a key are remembered; in this process by default. */
  records?: (() => Promise<CallRecords>) | undefined;
}

// Callers through these doors can use only the result itself.
const WAITING_DOORS: ReadonlySet<Door> = new Set(['operation', 'sequence', 'shell']);

// What is sent through these doors is what a client gets; the others hand results to code.
const ANSWERED_DOORS: ReadonlySet<Door> = new Set(['client', 'shell']);

/** The single path of every call: arguments, policy, consent, then the tool, within its time limit. */
export class Pipeline {
  readonly middleware: Middleware[] = [];
  background: BackgroundRunner | undefined;
  /** What calls that have ended left behind. */
  readonly unsettled = new UnsettledWork();
  private readonly warned = new Set<string>();
  private readonly warnings = new ReportWarnings();
  private readonly keyed: LateKeyedCalls;

  constructor(
    private readonly options: PipelineOptions,
    private readonly innerCall: InnerCall,
  ) {
    this.keyed = new LateKeyedCalls(options.records);
  }

  run(
    tool: ToolShape,
    args: Record<string, unknown>,
    given: CallOptions,
    report?: OpenCallReport,
  ): Awaitable<CallOutcome> {
    const options = hasKey(tool, given) ? keptRunning(given) : given;
    const log = options.log ?? this.options.log;
    const answers = ANSWERED_DOORS.has(options.door) ? this.options.answers : undefined;
    // A shell can hold an answer of any size.
    const budget = options.door === 'client' ? answers?.budgetOf(tool, options.session) : undefined;
    const context = new CallContext(tool.name, log, options, this.innerCall, budget, report, this.warnings);
    const call: ToolCall = { tool, args, options, context, report };
    const made = this.middleware.length ? this.layered(call) : this.logged(call);
    const outcome = tool.bareOutput ? andThen(made, asBare) : made;
    if (!answers) return outcome;
    if (!isPromised(outcome)) return answers.answer(tool, options.session, outcome, budget);
    return outcome.then((settled) => answers.answer(tool, options.session, settled, budget));
  }

  /** Makes the outcome of an operation fit into the budget of its tool's answers. */
  answered(tool: ToolShape, session: Session | undefined, outcome: CallOutcome): Awaitable<CallOutcome> {
    const { answers } = this.options;
    const whole = tool.bareOutput ? asBare(outcome) : outcome;
    return answers ? answers.answer(tool, session, whole, answers.budgetOf(tool, session)) : whole;
  }

  private layered(call: ToolCall): Promise<CallOutcome> {
    const step = async (index: number): Promise<CallOutcome> => {
      const layer = this.middleware[index];
      if (!layer) return this.logged(call);
      return outcomeOfLayer(await layer(call, () => step(index + 1)));
    };
    return step(0).catch((error: unknown) => this.thrown(call, error));
  }

  private logged(call: ToolCall): Awaitable<CallOutcome> {
    if (!call.options.quiet) call.context.log.trace(`Tool called: ${call.tool.name}`);
    try {
      const outcome = andThen(call.tool.check(call.args), (checked) => {
        if (!checked.ok) {
          openReportOf(call)?.refused('arguments', checked.problems);
          call.context.log.debug(`Tool ${call.tool.name} refused its arguments`, {
            fields: checked.problems.map((problem) => problem.field),
          });
          return failed(validationFailure(call.tool, checked.problems, checked.example));
        }
        return hasKey(call.tool, call.options)
          ? this.once(call, checked.args, checked.repairs)
          : this.guarded(call, checked.args, checked.repairs);
      });
      return isPromised(outcome) ? outcome.catch((error: unknown) => this.thrown(call, error)) : outcome;
    } catch (error) {
      return this.thrown(call, error);
    }
  }

  private guarded(call: ToolCall, args: object, repairs: readonly Repair[]): Awaitable<CallOutcome> {
    const refusal = andThen(this.guardRefusal(call, args, 0), (it) => it ?? this.consentRefusal(call));
    return andThen(refusal, (it) => (it ? failed(it) : this.execute(call, args, repairs)));
  }

  // The guards come before the key: what was recorded is only for callers who may make the call now.
  private async once(call: ToolCall, args: object, repairs: readonly Repair[]): Promise<CallOutcome> {
    const guarded = await this.guardRefusal(call, args, 0);
    if (guarded) return failed(guarded);
    return this.keyed.run(call, repairs, {
      refuse: async () => {
        const refused = await this.consentRefusal(call);
        return refused && failed(refused);
      },
      execute: () =>
        Promise.resolve()
          .then(() => this.execute(call, args, repairs))
          .catch((error: unknown) => this.thrown(call, error)),
    });
  }

  // Runs guards in turn, synchronously if none of them is asynchronous.
  private guardRefusal(call: ToolCall, args: object, from: number): Awaitable<GuardRefusal | undefined> {
    const { guards } = this.options;
    for (let index = from; index < guards.length; index++) {
      const verdict = guards[index]!(call, args);
      if (isThenable(verdict))
        return Promise.resolve(verdict).then((settled) => {
          const refused = refusalOfGuard(settled);
          return refused ? refusedByGuard(call, refused) : this.guardRefusal(call, args, index + 1);
        });
      const refused = refusalOfGuard(verdict);
      if (refused) return refusedByGuard(call, refused);
    }
    return undefined;
  }

  private consentRefusal(call: ToolCall): Awaitable<GuardRefusal | undefined> {
    const { context, tool, options } = call;
    const report = openReportOf(call);
    if (options.consented) return undefined;
    const mode = consentNow(this.options.consent);
    if (!needsConsent(tool, mode)) return undefined;
    const refusal = refuseWithoutConsent(
      tool,
      call.args,
      mode,
      context.session,
      context.log,
      context.signal,
      options.door,
      report,
    );
    return report ? refusal.then((refused) => report.refused('consent', refused)) : refusal;
  }

  private execute(call: ToolCall, args: object, repairs: readonly Repair[]): Awaitable<CallOutcome> {
    const { tool, context, options } = call;
    const report = openReportOf(call);
    const inBackground = tool.synchronous === false && !WAITING_DOORS.has(options.door);
    if (inBackground && this.background) {
      const caller = {
        id: ownerOf(options.session),
        ...(options.session?.client && { client: options.session.client.name }),
      };
      options.once ??= new OnceValues();
      const { detached = false, once } = options;
      const request = {
        tool: tool.name,
        args: call.args,
        caller,
        ...(detached && { task: true }),
        ...(report && { trace: report.asOrigin }),
      };
      return this.background.submit(request, context, { detached, once });
    }
    if (inBackground) this.warnOfMissingEngine(tool, context.log);
    if (report) report.ran = true;
    const value = tool.run(args, context);
    if (!isThenable(value)) return this.finished(call, toOutcome(value, repairs), 'debug');
    return withinTime(call, Promise.resolve(value), this.secondsOf(call), this.unsettled).then((settled) =>
      this.finished(call, toOutcome(settled, repairs), 'trace'),
    );
  }

  private secondsOf({ tool, options }: ToolCall): number {
    const { timeLimitOf, defaultTimeoutSeconds } = this.options;
    return timeLimitOf?.(tool) ?? tool.timeoutSeconds ?? options.timeoutSeconds ?? defaultTimeoutSeconds;
  }

  private warnOfMissingEngine({ name }: ToolShape, log: Logger): void {
    if (this.warned.has(name)) return;
    this.warned.add(name);
    log.warning(
      `Tool ${name} is declared to run in the background, but this registry has no background engine: its calls wait for the result. Serve it through defineApp`,
    );
  }

  private finished(call: ToolCall, made: CallOutcome, level: 'trace' | 'debug'): CallOutcome {
    call.context.close();
    const { name } = call.tool;
    const { log } = call.context;
    const outcome = boundedMeta(name, made, log);
    if (call.options.quiet) return outcome;
    if (outcome.isError) log.debug(`Tool ${name} returned a failure`);
    else if (level === 'trace') log.trace(`Tool ${name} completed successfully`);
    else log.debug(`Tool ${name} completed successfully`);
    return outcome;
  }

  private thrown(call: ToolCall, error: unknown): CallOutcome {
    call.context.close();
    const { name } = call.tool;
    if (error instanceof CallCancelledError) {
      call.context.log.debug(`Tool ${name} was cancelled by its caller`);
      return failed(cancelledFailure(error));
    }
    if (error instanceof QuestionPendingError) {
      call.context.log.debug(`Tool ${name} waits for an answer`);
      return failed(executionFailure(name, error));
    }
    logThrown(call, error);
    return failed(error instanceof ToolTimeoutError ? timeoutFailure(error) : executionFailure(name, error));
  }
}

function refusedByGuard(call: ToolCall, refused: GuardRefusal): GuardRefusal {
  const report = openReportOf(call);
  return report ? report.refused(report.refusedBy ?? 'guard', refused) : refused;
}

function asBare(outcome: CallOutcome): CallOutcome {
  return { ...outcome, bare: true };
}

function failed(refusal: GuardRefusal): CallOutcome {
  return { result: refusal, isError: true, repairs: [] };
}
