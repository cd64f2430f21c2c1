import { acrossCopies } from './base/any-copy';
import { exceptionMessage } from './base/exception';
/** The error codes; the first three are sent as JSON-RPC errors, the others inside results. */
export const ErrorCode = Object.freeze({
  NotFound: -32001,
  Disabled: -32004,
  Execution: -32005,
  Validation: -32602,
  Timeout: -32006,
  Internal: -32603,
} as const);

/** A JSON-RPC error object. */
export interface ProtocolError {
  code: number;
  message: string;
  data?: Record<string, unknown>;
}

/** An error with an error code; every way a tool call can fail is a subclass. */
export class ToolError extends Error {
  readonly code: number = ErrorCode.Internal;

  constructor(
    message: string,
    readonly tool?: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** There is no tool with this name. */
export class ToolNotFoundError extends ToolError {
  override readonly code = ErrorCode.NotFound;

  constructor(
    tool: string,
    readonly nearest: readonly string[] = [],
  ) {
    super(`Unknown tool: ${tool}${nearest.length ? `. Did you mean ${nearest.join(', ')}?` : ''}`, tool);
  }
}

/** The tool exists but is disabled. */
export class ToolDisabledError extends ToolError {
  override readonly code = ErrorCode.Disabled;

  constructor(tool: string, reason?: string) {
    super(`Tool is disabled: ${tool}${reason ? `. ${reason}` : ''}`, tool);
  }
}

/** The tool threw an error. */
export class ToolExecutionError extends ToolError {
  override readonly code = ErrorCode.Execution;
}

/** The tool returned what its output schema does not allow, or what can't be sent. */
export class ToolOutputError extends ToolExecutionError {}

/** The arguments do not match the tool's schema. */
export class ToolValidationError extends ToolError {
  override readonly code = ErrorCode.Validation;
}

/** The tool did not finish within its time limit. */
export class ToolTimeoutError extends ToolError {
  override readonly code = ErrorCode.Timeout;
}

/** The caller cancelled the call. */
export class CallCancelledError extends ToolExecutionError {
  constructor(tool: string, because?: string) {
    super(because === undefined ? 'The call was cancelled' : `The call was cancelled: ${because}`, tool);
  }
}

/** The call needs a capability that the client does not have; names it as the protocol does, such as `{ sampling: {} }`. */
export class MissingCapabilityError extends ToolExecutionError {
  constructor(readonly required: Readonly<Record<string, unknown>>) {
    super(missingText(required));
  }
}

// What a client can't do without a capability, by its path; the first that fits.
const WITHOUT: readonly (readonly [string, string])[] = [
  ['elicitation.url', "send its user to a web page, and this call can't go on without"],
  ['elicitation', "ask its user questions, and this call can't go on without an answer"],
  ['sampling', "have its model write something, and this call can't go on without"],
  ['roots', "say which directories it works in, and this call can't go on without"],
  ['extensions.io.modelcontextprotocol/tasks', 'follow a task, and this runs as one'],
];

function missingText(required: Readonly<Record<string, unknown>>): string {
  const [name = ''] = Object.keys(required);
  const [part] = Object.keys(Object(required[name]) as object);
  const path = part === undefined ? name : `${name}.${part}`;
  const [, what] = WITHOUT.find(([each]) => each === path) ?? WITHOUT.find(([each]) => each === name) ?? [];
  const start = what === undefined ? "The client can't do what this call needs" : `The client can't ${what}`;
  return `${start}: use one with the capability '${path}'`;
}

/** The call has asked a question whose answer arrives when the call is made again; let it pass through. */
export class QuestionPendingError extends ToolExecutionError {
  constructor() {
    super('The call waits for an answer and will be made again with it');
  }
}

/** A mistake in an author's code, thrown before anything is served; names the place and the fix. */
export class AuthorError extends Error {
  constructor(
    readonly place: string,
    problem: string,
    readonly cure: string,
    /** What two reports of one mistake have in common; their message, if it isn't stated. */
    readonly sameAs?: string,
  ) {
    super(`${place}: ${problem} ${cure}`);
    this.name = 'AuthorError';
  }
}

/** A mistake that the compiler's settings make, rather than the code at its place. */
export class CompilerSettingsError extends AuthorError {}

/** Converts any error to a JSON-RPC error; errors without a code become internal errors. */
export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof ToolError) {
    const data: Record<string, unknown> = { error_type: error.name };
    if (error.tool !== undefined) data['tool'] = error.tool;
    if (error instanceof ToolNotFoundError && error.nearest.length) data['nearest'] = error.nearest;
    return { code: error.code, message: error.message, data };
  }
  return { code: ErrorCode.Internal, message: exceptionMessage(error) };
}

acrossCopies({
  ToolError,
  ToolNotFoundError,
  ToolDisabledError,
  ToolExecutionError,
  ToolOutputError,
  ToolValidationError,
  ToolTimeoutError,
  CallCancelledError,
  MissingCapabilityError,
  QuestionPendingError,
  AuthorError,
  CompilerSettingsError,
});
