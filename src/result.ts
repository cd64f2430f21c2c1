import { acrossCopies } from './base/any-copy';
import { exceptionMessage, exceptionType } from './base/exception';
import type { PageNote } from './base/page-note';

/** The audience of a result, and how binding it is. */
export type Disposition =
  'user/information' | 'agent/information' | 'agent/instruction' | 'agent/requirements';

/** Optional parts of any result. */
export interface ResultExtras {
  /** A message for the user. */
  message?: string;
  /** What the agent should do next; not part of the answer. */
  instruction?: string;
  disposition?: Disposition;
  /** What the value leaves out, if it is a page: code in `run` then reads on, or is told that it is incomplete. */
  page?: PageNote;
}

/** Optional parts of a failure. */
export interface FailureExtras extends ResultExtras {
  exception?: unknown;
  errorData?: Record<string, unknown>;
}

/** A successful result with a value. */
export interface Ok<T> extends Result<T> {
  readonly success: true;
  readonly value: T;
}

/** A failed result with an error. */
export interface Failure extends Result<never> {
  readonly success: false;
  readonly error: string;
  readonly errorType: string;
}

/** What a tool returns: a value or an error, a message for the user and an instruction for the agent. */
export class Result<T = unknown> {
  private constructor(
    readonly success: boolean,
    readonly value: T | undefined,
    readonly error: string | undefined,
    readonly errorType: string | undefined,
    private readonly extras: FailureExtras,
  ) {}

  /** Makes a success; a null or undefined value is omitted from the JSON. */
  static ok<T = undefined>(value?: T, extras: ResultExtras = {}): Ok<T> {
    return new Result<T>(true, value, undefined, undefined, extras) as Ok<T>;
  }

  /** Makes a failure with a machine-readable type such as `not_found`. */
  static failure(error: string, errorType = 'unknown', extras: FailureExtras = {}): Failure {
    return new Result<never>(false, undefined, error, errorType, extras) as Failure;
  }

  get message(): string | undefined {
    return this.extras.message;
  }

  get instruction(): string | undefined {
    return this.extras.instruction;
  }

  get disposition(): Disposition | undefined {
    return this.extras.disposition;
  }

  get page(): PageNote | undefined {
    return this.extras.page;
  }

  get exception(): unknown {
    return this.extras.exception;
  }

  get errorData(): Record<string, unknown> | undefined {
    return this.extras.errorData;
  }

  /** Returns the same success with another value. */
  withValue<U>(value: U): Ok<U> {
    return Result.ok(value, this.extras);
  }

  isOk(): this is Ok<T> {
    return this.success;
  }

  isFailure(): this is Failure {
    return !this.success;
  }

  /** Returns the JSON object sent to clients: snake_case keys in a fixed order, absent ones omitted. */
  toJson(): Record<string, unknown> {
    const json: Record<string, unknown> = { success: this.success };
    if (this.success) {
      if (this.value !== null && this.value !== undefined) json['value'] = this.value;
    } else {
      json['error'] = this.error;
      json['error_type'] = this.errorType;
      if (this.errorData && Object.keys(this.errorData).length) json['error_data'] = this.errorData;
      if (this.exception !== undefined) {
        json['exception_type'] = exceptionType(this.exception);
        json['exception_message'] = exceptionMessage(this.exception);
      }
    }
    if (this.message) json['message'] = this.message;
    if (this.instruction) json['instruction'] = this.instruction;
    if (this.disposition) json['disposition'] = this.disposition;
    return json;
  }

  toJsonString(): string {
    return JSON.stringify(this.toJson());
  }

  toJSON(): Record<string, unknown> {
    return this.toJson();
  }
}

acrossCopies({ Result });
