/** Milliseconds that a call gets to return what it has, once its signal was aborted because the server ends. */
export const LAST_WORDS_MS = 400;

/** Milliseconds that a connection stays open for what such calls return. */
export const LAST_ANSWERS_MS = LAST_WORDS_MS + 100;

let ending: DOMException | undefined;

/** The reason for which signals are aborted when the server ends: what is returned then is still sent. */
export function serverEnding(): DOMException {
  return (ending ??= new DOMException('The server is ending', 'AbortError'));
}

/** Returns whether a signal was aborted because the server ends. */
export function endsWithServer(signal: AbortSignal | undefined): boolean {
  return ending !== undefined && signal?.reason === ending;
}
