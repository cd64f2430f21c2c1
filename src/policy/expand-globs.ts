import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import picomatch from 'picomatch';
import { UnjudgeableLineError, type Word } from './command-line';

const MOST_MATCHES = 2_000;
const MOST_SEGMENTS = 16;

/** The names an unquoted glob stands for, sorted; the word itself where none match, as in a shell. */
export function expandWord(word: Word, cwd: string, mayList: (directory: string) => boolean): string[] {
  if (word.glob === undefined) return [word.text];
  const segments = word.glob.split('/');
  if (segments.length > MOST_SEGMENTS) throw new UnjudgeableLineError('the glob has too many parts');
  let found = [''];
  segments.forEach((segment, index) => {
    const ending = index < segments.length - 1 ? '/' : '';
    found = found.flatMap((prefix) =>
      namesFor(prefix, segment, cwd, mayList).map((name) => `${prefix}${name}${ending}`),
    );
    if (found.length > MOST_MATCHES)
      throw new UnjudgeableLineError(`the glob matches more than ${MOST_MATCHES} names`);
  });
  return found.length === 0 ? [word.text] : found;
}

function namesFor(
  prefix: string,
  segment: string,
  cwd: string,
  mayList: (directory: string) => boolean,
): string[] {
  if (!/(^|[^\\])[*?[]/.test(segment)) return [segment.replace(/\\(.)/g, '$1')];
  const directory = resolve(cwd, prefix === '' ? '.' : prefix);
  if (!mayList(directory)) return [];
  const options = { nobrace: true, noextglob: true, noglobstar: true, nonegate: true, maxLength: 1024 };
  const matches = picomatch(segment, options);
  return namesIn(directory)
    .filter((name) => matches(name))
    .sort();
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
