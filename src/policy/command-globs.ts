import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { Glob, GlobError } from '../disk/glob';
import { UnjudgeableLineError, type Word } from './command-line';

const MOST_MATCHES = 2_000;
const MOST_SEGMENTS = 16;
/** What matching the names of one word may cost: a line is judged in one go, so no time limit could end it. */
const MOST_STEPS = 10_000_000;

/** Expands an unquoted glob to the matching names, sorted; returns the word itself if none match, as in a shell. */
export function expandWord(word: Word, cwd: string, mayList: (directory: string) => boolean): string[] {
  if (word.glob === undefined) return [word.text];
  const segments = word.glob.split('/');
  if (segments.length > MOST_SEGMENTS) throw new UnjudgeableLineError('the glob has too many parts');
  const listing = new Listing(cwd, mayList);
  let found = [''];
  segments.forEach((segment, index) => {
    const ending = index < segments.length - 1 ? '/' : '';
    const names = namesFor(segment, listing);
    found = found.flatMap((prefix) => names(prefix).map((name) => `${prefix}${name}${ending}`));
    if (found.length > MOST_MATCHES)
      throw new UnjudgeableLineError(`the glob matches more than ${MOST_MATCHES} names`);
  });
  return found.length === 0 ? [word.text] : found;
}

function namesFor(segment: string, listing: Listing): (prefix: string) => string[] {
  if (!/(^|[^\\])[*?[]/.test(segment)) return () => [segment.replace(/\\(.)/g, '$1')];
  const glob = globOf(segment);
  // As in a shell, a name that begins with a dot is only met by a pattern that does.
  const hidden = /^\\?\./.test(segment);
  return (prefix) => listing.matching(prefix, (name) => hidden || !name.startsWith('.'), glob);
}

/** The directories one word's glob looks into, and what it may cost to match their names. */
class Listing {
  private left = MOST_STEPS;

  constructor(
    private readonly cwd: string,
    private readonly mayList: (directory: string) => boolean,
  ) {}

  matching(prefix: string, shown: (name: string) => boolean, glob: Glob): string[] {
    const directory = resolve(this.cwd, prefix === '' ? '.' : prefix);
    if (!this.mayList(directory)) return [];
    return namesIn(directory)
      .filter((name) => shown(name) && this.matches(name, glob))
      .sort();
  }

  private matches(name: string, glob: Glob): boolean {
    const before = glob.steps;
    const matches = glob.matches(name);
    this.left -= glob.steps - before;
    if (this.left < 0)
      throw new UnjudgeableLineError('the glob takes too long to match; name fewer directories');
    return matches;
  }
}

function globOf(segment: string): Glob {
  try {
    return new Glob(segment, 'name');
  } catch (error) {
    if (error instanceof GlobError)
      throw new UnjudgeableLineError(`the glob can't be used: ${error.message}`);
    throw error;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
