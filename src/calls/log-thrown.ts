import { isError } from '../base/any-realm';
import { exceptionMessage, exceptionType } from '../base/exception';
import { hideValues } from '../json/hide-values';
import { ToolTimeoutError } from '../errors';
import { argumentsOf } from '../tool/arguments-of';
import type { ToolShape } from '../tool/tool';
import type { CallContext } from './call-context';

/** The part of a call that says what to log, and where. */
interface ThrowingCall {
  readonly tool: ToolShape;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: CallContext;
}

/** Logs what a tool threw, with its stack, and without the values of the call's secret arguments. */
export function logThrown({ tool, args, context }: ThrowingCall, error: unknown): void {
  const { schema, names } = argumentsOf(tool);
  const hide = (text: string): string => hideValues(text, args, schema, { names });
  const line = hide(`Tool ${tool.name} failed: ${exceptionMessage(error)}`);
  const hasStack = isError(error) && !(error instanceof ToolTimeoutError);
  context.log.error(line, hasStack ? { exception: hiddenIn(error, hide) } : undefined);
}

// Whoever threw it may have put anything in the place of its message and its stack.
function hiddenIn(error: Error, hide: (text: string) => string): Error {
  const message = exceptionMessage(error);
  const { stack } = error as { stack?: unknown };
  const text = typeof stack === 'string' ? stack : `${exceptionType(error)}: ${message}`;
  if (text === stack && hide(message) === message && hide(text) === text) return error;
  const copy = new Error(hide(message));
  Object.setPrototypeOf(copy, Object.getPrototypeOf(error) as object);
  return Object.assign(copy, { stack: hide(text) });
}
