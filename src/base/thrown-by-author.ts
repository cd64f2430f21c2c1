import { authorFrames } from './author-frames';
import { exceptionMessage, exceptionType } from './exception';

/** What an author can do about code of theirs that threw while the app was opened or closed. */
export const CURE_OF_THROWN = 'Make sure that what it needs is there, or catch the error in it.';

/** Returns why something was thrown. Where several connections failed, Node's error has a code and no message. */
export function thrownReason(error: unknown): string {
  const { code } = Object(error) as { code?: unknown };
  return exceptionMessage(error) || (typeof code === 'string' ? code : exceptionType(error));
}

/** Returns why something was thrown, as a sentence. */
export function thrownSentence(error: unknown): string {
  return `${thrownReason(error).trimEnd().replace(/\.$/, '')}.`;
}

/** Returns where in the author's code an error was thrown, as `FILE:LINE`; undefined if its stack doesn't say. */
export function thrownPlace(error: unknown): string | undefined {
  const [frame] = authorFrames(error);
  const [, place] = /(?:\(|^at (?:async )?)(?:file:\/\/)?([^()]+:\d+):\d+\)?$/.exec(frame ?? '') ?? [];
  return place;
}
