import { AuthorError } from '../errors';

type Given = Readonly<
  Partial<Record<'services' | 'start' | 'close' | 'guards' | 'middleware' | 'observers', unknown>>
>;

/** Refuses what can't be called of the functions that an author hands to `defineApp`, which would only show once it is needed. */
export function refuseWrongHooks(options: Given): void {
  for (const name of ['services', 'start', 'close'] as const)
    if (options[name] !== undefined && typeof options[name] !== 'function')
      throw wrong(`a '${name}' that is no function`, `Write \`${name}: (…) => { … }\``);
  for (const name of ['guards', 'middleware'] as const)
    if (!isListOf(options[name], (each) => typeof each === 'function'))
      throw wrong(`'${name}' that are no list of functions`, `Write \`${name}: [myFunction]\``);
  if (!isListOf(options.observers, isObserver))
    throw wrong(
      "'observers' that are no list of objects with `begin` and `end`",
      'Write `observers: [{ begin: (report) => { … }, end: (report) => { … } }]`',
    );
}

function isListOf(given: unknown, isOne: (each: unknown) => boolean): boolean {
  return given === undefined || (Array.isArray(given) && given.every(isOne));
}

function isObserver(given: unknown): boolean {
  const { begin, end } = Object(given) as { begin?: unknown; end?: unknown };
  return typeof begin === 'function' && typeof end === 'function';
}

function wrong(what: string, cure: string): AuthorError {
  return new AuthorError('defineApp', `has ${what}.`, `${cure}.`);
}
