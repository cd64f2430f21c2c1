import type { Pace } from '../base/paced-work';
import type { LineFinder } from './line-finder';

/** One line that matched. */
export interface ContentMatch {
  readonly line: number;
  readonly text: string;
  /** Where in a long line the hit is, counted from 1; `text` then is only what stands around it. */
  readonly column?: number;
}

/** Why a file, or a part of it, was not searched, or is not shown. */
export type SkipReason = 'long_line' | 'binary' | 'unreadable' | 'too_slow' | 'cut_line';

/** What one page asks of the search through a file. */
export interface SearchTurn {
  readonly pace: Pace;
  /** The last line that earlier pages have searched. */
  readonly from: number;
  /** Of a longer line only what stands around the hit is returned. */
  readonly longest: number;
  leaveOut(why: SkipReason): void;
  /** Is called where the time is over before the end of the file, with the last line that was searched. */
  pause(line: number): void;
}

/** Finds a text or an expression in lines. */
export interface LineMatcher {
  /** Returns where a line matches; −1 if it does not. Only for lines up to `longestLine`. */
  at(line: string): number;
  /** Longer lines would occupy the thread for too long. */
  readonly longestLine: number;
  /** Matches a whole text elsewhere: index and column of each matching line; undefined if it takes too long. */
  readonly elsewhere?: (text: string) => Promise<readonly number[] | undefined>;
  /** Finds the lines that have to be looked at in a file in UTF-8; false if every line has. */
  readonly finder: LineFinder | false;
  /** How much of a line before a cut has to be looked at again after it. */
  readonly overlap: number;
  close(): void;
}

/** After so many lines other calls may have their turn. */
export const LINES_PER_LOOK = 500;

/** Shows a long line around its first hit. */
export function around(line: string, hit: number, longest: number): { text: string; column?: number } {
  if (line.length <= longest) return { text: line };
  const start = Math.max(0, Math.min(hit - longest / 4, line.length - longest));
  const end = start + longest;
  const text = `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
  return { text: Buffer.from(text).toString(), column: hit + 1 };
}
