import { exceptionMessage } from '../base/exception';
import type { CallObserver } from '../calls/call-observer';
import type { CallReport } from '../calls/call-report';
import { ErrorCode } from '../errors';
import type { Logger } from '../logger';
import { Result, type Failure } from '../result';
import type { AuditLog } from './audit-log';
import { auditedCall } from './audit-record';
import type { KnownSecrets } from '../json/known-secrets';

/** What an audit does about calls. */
export interface AuditObserverOptions {
  /** Tells what is secret in the arguments of any tool: one tool may carry the arguments of another. */
  readonly secrets: () => KnownSecrets;
  /** The longest text of an argument that is recorded whole. */
  readonly longest: number;
  /** Whether an answer waits until its record is on the disk itself. */
  readonly sync: boolean;
  /** Whether calls are refused while nothing can be recorded. */
  readonly refuses: boolean;
  readonly log: Logger;
}

// How often to try again while nothing can be written.
const TRY_AGAIN_MS = 500;

/** Records every call before it is answered; by default no call is carried out that can't be recorded. */
export class AuditObserver implements CallObserver {
  private problem: string | undefined;
  private tried = 0;
  private lost = 0;

  constructor(
    private readonly audit: AuditLog,
    private readonly options: AuditObserverOptions,
  ) {}

  begin(report: CallReport): Failure | undefined {
    if (!this.options.refuses) return undefined;
    if (this.problem === undefined) this.open();
    else this.tryAgain();
    return this.problem === undefined ? undefined : this.refusal(report.name);
  }

  end(report: CallReport): Failure | undefined | Promise<Failure | undefined> {
    const { secrets, longest, sync } = this.options;
    // Refused because of this very problem.
    if (report.refusedBy === 'observer' && this.problem !== undefined) {
      this.lost++;
      return undefined;
    }
    try {
      if (this.problem !== undefined) this.tryAgain();
      if (this.problem !== undefined) return this.failed(report);
      this.audit.append('call', auditedCall(report, secrets(), longest));
    } catch (error) {
      this.broke(error);
      return this.failed(report);
    }
    if (!sync) return undefined;
    return this.audit.synced().then(
      () => undefined,
      (error: unknown) => {
        this.broke(error);
        return this.failed(report);
      },
    );
  }

  // Before the first call runs: afterwards it would be too late to refuse it.
  private open(): void {
    try {
      this.audit.open();
    } catch (error) {
      this.broke(error);
    }
  }

  private tryAgain(): void {
    const now = Date.now();
    if (now - this.tried < TRY_AGAIN_MS) return;
    this.tried = now;
    try {
      this.audit.append('resumed', { after: this.problem, unrecorded: this.lost });
      this.options.log.warning(`The audit can be written again; ${this.lost} calls are not in it`);
      this.problem = undefined;
      this.lost = 0;
    } catch (error) {
      this.problem = exceptionMessage(error);
    }
  }

  private broke(error: unknown): void {
    this.problem = exceptionMessage(error);
    this.tried = Date.now();
    const then = this.options.refuses ? 'no call is carried out until it can' : 'calls go on unrecorded';
    this.options.log.error(`The audit can't be written; ${then}: ${this.problem}`);
  }

  // The call was carried out: the agent must not take this for a reason to repeat it.
  private failed({ name, refusedBy }: CallReport): Failure | undefined {
    this.lost++;
    if (!this.options.refuses) return undefined;
    if (refusedBy) return this.refusal(name);
    return Result.failure(
      `${name} was carried out, but the audit can't be written, so its answer is withheld: ${this.problem}`,
      'audit_failed',
      { instruction: 'Do not repeat the call. Tell the user.', errorData: { code: ErrorCode.Execution } },
    );
  }

  private refusal(name: string): Failure {
    return Result.failure(
      `${name} was not carried out, because the audit can't be written: ${this.problem}`,
      'audit_failed',
      {
        instruction: 'Tell the user. Calls are taken again when the audit can be written.',
        errorData: { code: ErrorCode.Execution },
      },
    );
  }
}
