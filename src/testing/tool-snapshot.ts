import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { thisProcess } from '../app/world';
import { assertNone } from './asserts';
import { isThenable } from '../base/awaitable';
import type { TestClient } from './test-client';
import { inTestDirectory } from './working-copy';

/** Returns the tools of a client as text: every name, description and schema that it sees, one fact a line. */
export function toolSnapshot(client: TestClient): string {
  if (isThenable(client))
    throw new TypeError('This is a promise, not a client yet: write `await` before testClient(…).');
  const sorted = client.toolsNow().sort((a, b) => (a.name < b.name ? -1 : 1));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

/**
 * Throws if what clients see of the tools differs from a file. A missing file is written, except where `CI` is set;
 * `TOOLWRIGHT_UPDATE=1` writes it anew. There is nothing to await.
 */
export function assertToolSnapshot(client: TestClient, file: string): void {
  assertNone(compareSnapshot(toolSnapshot(client), file), assertToolSnapshot);
}

/** Compares a snapshot with its file, writing it where that is asked for; returns what differs. */
export function compareSnapshot(
  now: string,
  file: string,
  update = thisProcess().env['TOOLWRIGHT_UPDATE'] === '1',
): string | undefined {
  const place = inTestDirectory(file);
  const before = update ? undefined : textOf(place);
  if (before === now) return undefined;
  if (before === undefined) {
    if (!update && thisProcess().env['CI'])
      return `${file} is missing. Run this test once outside of CI, and commit the file.`;
    makeDirectory(dirname(place));
    writeFileSync(place, now);
    return undefined;
  }
  return `What clients see of the tools is not what ${file} says: ${firstDifference(before, now)}. If that is meant, run the test again with TOOLWRIGHT_UPDATE=1.`;
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function firstDifference(before: string, now: string): string {
  const [old, fresh] = [before.split('\n'), now.split('\n')];
  const line = fresh.findIndex((text, index) => text !== old[index]);
  if (line < 0) return `it ends before line ${fresh.length}, which was ${quoted(old[fresh.length])}`;
  return `line ${line + 1} was ${quoted(old[line])} and is ${quoted(fresh[line])}`;
}

function quoted(line = ''): string {
  const text = line.trim();
  return JSON.stringify(text.length > 160 ? `${text.slice(0, 160)}…` : text);
}
