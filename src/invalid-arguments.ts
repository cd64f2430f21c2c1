import { ErrorCode } from './errors';
import { Result, type Failure } from './result';

/** One argument that doesn't fit; an empty field stands for the arguments as a whole. */
export interface ArgumentProblem {
  readonly field: string;
  readonly message: string;
  /** The value that came, where it helps to see it. */
  readonly received?: unknown;
}

/** What a failure for invalid arguments says besides its problems. */
export interface InvalidArgumentsOptions {
  /** The tool that was called, by its bare name. */
  readonly tool?: string;
  /** The error text; made from the problems by default. */
  readonly error?: string;
  readonly errorType?: string;
  readonly instruction?: string;
  /** What `error_data` holds besides the code and the problems. */
  readonly data?: Record<string, unknown>;
}

/** Makes the failure for arguments that don't fit, with every problem under `validation_errors`. */
export function invalidArguments(
  problems: readonly ArgumentProblem[],
  { tool, error, errorType, instruction, data }: InvalidArgumentsOptions = {},
): Failure {
  const list = problems.map(({ field, message }) => `${field || 'arguments'} ${message}`).join('; ');
  const text = error ?? `Invalid arguments${tool === undefined ? '' : ` for ${tool}`}: ${list}`;
  return Result.failure(text, errorType ?? 'validation_error', {
    instruction:
      instruction ?? 'Correct the arguments listed under validation_errors and call the tool again.',
    errorData: { code: ErrorCode.Validation, validation_errors: problems, ...data },
  });
}
