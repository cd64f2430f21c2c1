import { readFileSync, statSync, writeFileSync, type Stats } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { writeWholeFile } from '../disk/write-file-safely';
import { UsageError, type Io } from './command';

/** The option by which a command replaces a file that it did not write. */
export const FORCE = { force: { type: 'boolean' } } as const;

/** A text for the file that was named by `--out`. */
export interface Out {
  /** The file as it was named; '-' is stdout. */
  readonly out: string;
  readonly text: string;
  readonly force: boolean;
  /** What such a file is called, to say that another one is none. */
  readonly kind: string;
  /** Returns whether a text is one that this command wrote before, which may be replaced. */
  isOwn(text: string): boolean;
  /** Whether directories on the way are made. */
  readonly createDirectories?: boolean;
  /** What is said about it once it is written. */
  readonly report: string;
}

/** Writes the file named by `--out` whole or not at all; what the command did not write before is only replaced by force. */
export async function writeOut(request: Out, io: Io): Promise<void> {
  const { out, text, report } = request;
  if (out === '-') return io.stdout(text);
  const path = resolve(io.cwd, out);
  try {
    const there = statSync(path, { throwIfNoEntry: false });
    refuseForeign(request, path, there);
    if (there && !there.isFile()) writeFileSync(path, text);
    else await writeWholeFile(await realPath(request, path, there), Buffer.from(text), place(out));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`--out: ${(error as Error).message}`);
  }
  io.stdout(`${out}: ${report}\n`);
}

function refuseForeign({ out, force, kind, isOwn }: Out, path: string, there: Stats | undefined): void {
  if (there?.isDirectory()) throw new UsageError(`--out: ${out} is a directory; name a file`);
  if (!there?.isFile() || force) return;
  const before = readFileSync(path, 'utf8');
  if (before.trim() === '' || isOwn(before)) return;
  throw new UsageError(`${out} exists and is not ${kind}; name another file, or replace it with --force`);
}

async function realPath(
  { out, createDirectories }: Out,
  path: string,
  there: Stats | undefined,
): Promise<string> {
  if (there) return realpath(path);
  if (createDirectories) makeDirectory(dirname(path));
  const folder = await realpath(dirname(path)).catch(() => {
    throw new UsageError(`--out: there is no directory ${dirname(out)}`);
  });
  return join(folder, basename(path));
}

function place(shown: string): { shown: string; createDirectories: false } {
  return { shown, createDirectories: false };
}
