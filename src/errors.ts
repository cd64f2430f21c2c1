/** The codes of the error table; the first three travel as JSON-RPC errors, the rest inside results. */
export const ErrorCode = Object.freeze({
  NotFound: -32001,
  Disabled: -32004,
  Execution: -32005,
  Validation: -32602,
  Timeout: -32006,
  Internal: -32603,
} as const);

/** What goes on the wire as a JSON-RPC error. */
export interface ProtocolError {
  code: number;
  message: string;
  data?: Record<string, unknown>;
}

/** An error with a code of the table; every failure a tool call can end in is one of its subclasses. */
export class ToolError extends Error {
  readonly code: number = ErrorCode.Internal;

  constructor(
    message: string,
    readonly tool?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** No tool has this name. */
export class ToolNotFoundError extends ToolError {
  override readonly code = ErrorCode.NotFound;

  constructor(
    tool: string,
    readonly nearest: readonly string[] = [],
  ) {
    super(`Unknown tool: ${tool}${nearest.length ? `. Did you mean ${nearest.join(', ')}?` : ''}`, tool);
  }
}

/** The tool exists and is switched off. */
export class ToolDisabledError extends ToolError {
  override readonly code = ErrorCode.Disabled;

  constructor(tool: string, reason?: string) {
    super(`Tool is disabled: ${tool}${reason ? `. ${reason}` : ''}`, tool);
  }
}

/** The tool threw while it ran. */
export class ToolExecutionError extends ToolError {
  override readonly code = ErrorCode.Execution;
}

/** The arguments don't fit the tool's schema. */
export class ToolValidationError extends ToolError {
  override readonly code = ErrorCode.Validation;
}

/** The tool did not finish within its time limit. */
export class ToolTimeoutError extends ToolError {
  override readonly code = ErrorCode.Timeout;
}

/** The caller took the call back. */
export class CallCancelledError extends ToolExecutionError {
  constructor(tool: string) {
    super('The call was cancelled', tool);
  }
}

/** A mistake of whoever wrote a tool, thrown before anything is served: names the place and the cure. */
export class AuthorError extends Error {
  constructor(
    readonly place: string,
    problem: string,
    readonly cure: string,
  ) {
    super(`${place}: ${problem} ${cure}`);
    this.name = 'AuthorError';
  }
}

/** Turns any error into what the protocol carries; what is not of the table becomes an internal error. */
export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof ToolError) {
    const data: Record<string, unknown> = { error_type: error.name };
    if (error.tool !== undefined) data['tool'] = error.tool;
    if (error instanceof ToolNotFoundError && error.nearest.length) data['nearest'] = error.nearest;
    return { code: error.code, message: error.message, data };
  }
  return { code: ErrorCode.Internal, message: error instanceof Error ? error.message : String(error) };
}
