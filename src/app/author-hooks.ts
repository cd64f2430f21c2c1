import { isError } from '../base/any-realm';
import { CURE_OF_THROWN, thrownPlace, thrownReason, thrownSentence } from '../base/thrown-by-author';
import { AuthorError } from '../errors';

/** A function that an author handed to `defineApp`, which runs while the app is open. */
export type Hook = 'services' | 'start' | 'close' | 'onClose';

// These say what is wrong, and where, by themselves.
const WORDED = ['AuthorError', 'AuthorErrors', 'ConfigError'];

/** Words what a hook of an app threw for its author: which hook, and where in its code. The error itself is the cause. */
export function hookFailure(app: string, hook: Hook, error: unknown): unknown {
  if (isWorded(error)) return error;
  const threw = `\`${hook}\` of the app '${app}' threw: ${thrownSentence(error)}`;
  const place = thrownPlace(error);
  const worded =
    place === undefined
      ? new AuthorError(`app '${app}'`, `\`${hook}\` threw: ${thrownSentence(error)}`, CURE_OF_THROWN)
      : new AuthorError(place, threw, CURE_OF_THROWN);
  return Object.assign(worded, { cause: error });
}

/** Words it for whoever calls a tool, who learns of no place; in the log and in a shell the stack still says it. */
export function hookFailureInCall(app: string, hook: Hook, error: unknown): unknown {
  if (isWorded(error)) return error;
  const worded = new AuthorError(
    `app '${app}'`,
    `\`${hook}\` threw: ${thrownSentence(error)}`,
    CURE_OF_THROWN,
  );
  const stack = isError(error) ? error.stack?.slice(error.stack.search(/^\s+at /m)) : undefined;
  if (stack !== undefined) worded.stack = `${worded.name}: ${worded.message}\n${stack}`;
  return Object.assign(worded, { cause: error });
}

/** Words it in one line of a log. */
export function hookFailureLine(hook: Hook, error: unknown): string {
  const place = thrownPlace(error);
  return `\`${hook}\` threw: ${thrownReason(error)}${place === undefined ? '' : ` (${place})`}`;
}

function isWorded(error: unknown): boolean {
  return isError(error) && WORDED.includes(error.name);
}
