import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { RuleEntry } from './policy-rules';
import { isWithin, realPath } from './real-path';

/** Where programs are searched for, whatever the server's own PATH. */
export const SYSTEM_PATH = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
] as const;

/** A program as a command names it. */
export interface Program {
  /** The name it is called by, which decides what multi-call programs do. */
  readonly name: string;
  /** The file to start. */
  readonly file: string;
  /** The real file, with links resolved. */
  readonly real: string;
}

/** Programs that do different things under different names. */
const MANY_IN_ONE = new Set(['busybox', 'toybox', 'coreutils', 'uutils', 'sbase-box']);

/** Finds programs on a fixed path, which never includes a directory that tools can write to. */
export class CommandLookup {
  /** The directories that are searched. */
  readonly path: readonly string[];

  constructor(
    writablePlaces: readonly string[],
    private readonly cwd: string,
  ) {
    this.path = SYSTEM_PATH.filter((directory) => {
      const real = realPath('/', directory).path;
      return !writablePlaces.some((place) => isWithin(real, place));
    });
  }

  /** Finds a program by path, or by a bare name on the search path. */
  find(word: string, base = this.cwd): Program | undefined {
    const files = word.includes('/')
      ? [word.startsWith('/') ? word : join(base, word)]
      : this.path.map((directory) => join(directory, word));
    const file = files.find(isProgram);
    if (file === undefined) return undefined;
    const directory = realPath('/', dirname(file)).path;
    return { name: basename(file), file: join(directory, basename(file)), real: realPath('/', file).path };
  }

  /** Returns the entry of a list that matches a program, if any. */
  entryFor(program: Program, entries: readonly RuleEntry[], deny: boolean): RuleEntry | undefined {
    return entries.find((entry) => {
      const named = basename(entry.value);
      const manyInOne = MANY_IN_ONE.has(basename(program.real));
      if (
        deny &&
        !entry.value.includes('/') &&
        (program.name === named || (!manyInOne && basename(program.real) === named))
      ) {
        return true;
      }
      const bases = [this.cwd, ...(entry.alsoFrom ?? [])];
      if (!bases.some((base) => this.find(entry.value, base)?.real === program.real)) return false;
      return program.name === named || !manyInOne;
    });
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
