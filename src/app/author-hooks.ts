import { authorFrames } from '../base/author-frames';
import { exceptionMessage, exceptionType } from '../base/exception';
import { isError } from '../base/any-realm';
import { AuthorError } from '../errors';

/** A function that an author handed to `defineApp`, which runs while the app is open. */
export type Hook = 'services' | 'start' | 'close' | 'onClose';

const CURE = 'Make sure that what it needs is there, or catch the error in it.';

// These say what is wrong, and where, by themselves.
const WORDED = ['AuthorError', 'AuthorErrors', 'ConfigError'];

/** Words what a hook of an app threw for its author: which hook, and where in its code. The error itself is the cause. */
export function hookFailure(app: string, hook: Hook, error: unknown): unknown {
  if (isWorded(error)) return error;
  const threw = `\`${hook}\` of the app '${app}' threw: ${sentence(error)}`;
  const place = placeOf(error);
  const worded =
    place === undefined
      ? new AuthorError(`app '${app}'`, `\`${hook}\` threw: ${sentence(error)}`, CURE)
      : new AuthorError(place, threw, CURE);
  return Object.assign(worded, { cause: error });
}

/** Words it for whoever calls a tool, who learns of no place; in the log and in a shell the stack still says it. */
export function hookFailureInCall(app: string, hook: Hook, error: unknown): unknown {
  if (isWorded(error)) return error;
  const worded = new AuthorError(`app '${app}'`, `\`${hook}\` threw: ${sentence(error)}`, CURE);
  const stack = isError(error) ? error.stack?.slice(error.stack.search(/^\s+at /m)) : undefined;
  if (stack !== undefined) worded.stack = `${worded.name}: ${worded.message}\n${stack}`;
  return Object.assign(worded, { cause: error });
}

/** Words it in one line of a log. */
export function hookFailureLine(hook: Hook, error: unknown): string {
  const place = placeOf(error);
  return `\`${hook}\` threw: ${reason(error)}${place === undefined ? '' : ` (${place})`}`;
}

function isWorded(error: unknown): boolean {
  return isError(error) && WORDED.includes(error.name);
}

function sentence(error: unknown): string {
  return `${reason(error).trimEnd().replace(/\.$/, '')}.`;
}

// Where several connections failed, Node's error has a code and no message.
function reason(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return exceptionMessage(error) || (typeof code === 'string' ? code : exceptionType(error));
}

function placeOf(error: unknown): string | undefined {
  const [frame] = authorFrames(error);
  const [, place] = /(?:\(|^at (?:async )?)(?:file:\/\/)?([^()]+:\d+):\d+\)?$/.exec(frame ?? '') ?? [];
  return place;
}
