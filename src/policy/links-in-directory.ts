import { readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { refusedBuiltIn, type Refused } from './policy-decision';
import type { PathDecision } from './path-policy';

/** The links in a directory, and whether all of it was looked through. */
interface LinksIn {
  readonly links: readonly string[];
  readonly complete: boolean;
}

/** A line is judged in one go, so that no more than this is looked at. */
const MOST_ENTRIES = 5_000;

// Without following any link; none for a path that is no directory.
function linksIn(directory: string, levels = Infinity): LinksIn {
  const links: string[] = [];
  let left = MOST_ENTRIES;
  let pending = [directory];
  for (let level = 0; level < levels && pending.length > 0; level++) {
    const deeper: string[] = [];
    for (const place of pending) {
      const entries = entriesOf(place);
      left -= entries.length;
      if (left < 0) return { links, complete: false };
      for (const entry of entries) {
        if (entry.isSymbolicLink()) links.push(join(place, entry.name));
        else if (entry.isDirectory()) deeper.push(join(place, entry.name));
      }
    }
    pending = deeper;
  }
  return { links, complete: true };
}

/** Returns the refusal of a directory because of a link in it, or because it contains too much to find out. */
export function refusalInside(
  directory: string,
  judge: (link: string) => PathDecision,
  levels?: number,
): { readonly refused: Refused; readonly certain: boolean } | undefined {
  const { links, complete } = linksIn(directory, levels);
  for (const link of links) {
    const decision = judge(link);
    if (decision.allowed) continue;
    const reason = `${link} leads there (${decision.reason}); name the files themselves instead of their directory`;
    return { refused: { ...decision, reason }, certain: true };
  }
  if (complete) return undefined;
  const reason =
    'it contains too much to look for links that lead out of the allowed paths; name the files themselves';
  return { refused: refusedBuiltIn(reason, 'links'), certain: false };
}

// What cannot be listed here cannot be listed by a program of the same user either.
function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
