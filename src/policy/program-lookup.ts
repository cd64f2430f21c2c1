import { accessSync, constants, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Entry } from './rules';
import { isWithin, realPath } from './real-path';

/** Where programs are looked for, whatever the server's own PATH says. */
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
  /** The name it is called by; many-in-one programs act by it. */
  readonly name: string;
  /** The file to start. */
  readonly file: string;
  /** The file it really is, with every link followed. */
  readonly real: string;
}

/** Programs that do different things under different names. */
const MANY_IN_ONE = new Set(['busybox', 'toybox', 'coreutils', 'uutils', 'sbase-box']);

/** Finds programs on a fixed path that never includes a directory the tools can write to. */
export class ProgramLookup {
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

  /** The program a word names: a path names that very file, a bare name is searched for. */
  find(word: string, base = this.cwd): Program | undefined {
    const files = word.includes('/')
      ? [word.startsWith('/') ? word : join(base, word)]
      : this.path.map((directory) => join(directory, word));
    const file = files.find(isProgram);
    if (file === undefined) return undefined;
    const directory = realPath('/', dirname(file)).path;
    return { name: basename(file), file: join(directory, basename(file)), real: realPath('/', file).path };
  }

  /** The entry of a list that names this program, if one does. */
  entryFor(program: Program, entries: readonly Entry[], deny: boolean): Entry | undefined {
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
      if (this.find(entry.value)?.real !== program.real) return false;
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
