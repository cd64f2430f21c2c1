import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

/** What a look-up depends on besides the name; the defaults are those of this system. */
export interface ProgramSearch {
  readonly platform?: string;
  readonly exists?: (file: string) => boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** What Windows starts without a shell; batch files need one, so they are never started. */
const STARTABLE = ['.com', '.exe'];

/** Returns the directories of PATH, without relative ones: there the working directory would decide which program runs. */
export function searchPath(env: Environment, platform: string = process.platform): string[] {
  const { delimiter, isAbsolute } = platform === 'win32' ? win32 : posix;
  return (variable(env, 'PATH', platform) ?? '').split(delimiter).filter(isAbsolute);
}

/** Returns the file that a command names: a path as it is, a name as found on PATH, on Windows with its extension. */
export function findOnPath(file: string, env: Environment, search: ProgramSearch = {}): string | undefined {
  const { platform = process.platform, exists = existsSync } = search;
  const windows = platform === 'win32';
  const names = windows ? windowsNames(file, env) : [file];
  if (file.includes('/') || (windows && /[\\:]/.test(file)))
    return windows ? (names.find(exists) ?? file) : file;
  const { join } = windows ? win32 : posix;
  return searchPath(env, platform)
    .flatMap((place) => names.map((name) => join(place, name)))
    .find(exists);
}

// A name with an extension that can be started is taken as it is; others are tried with each, in the order of PATHEXT.
function windowsNames(file: string, env: Environment): string[] {
  if (STARTABLE.includes(win32.extname(file).toLowerCase())) return [file];
  const extensions = (variable(env, 'PATHEXT', 'win32') ?? '.COM;.EXE').toLowerCase().split(';');
  return extensions.filter((extension) => STARTABLE.includes(extension)).map((extension) => file + extension);
}

// Variables have no case on Windows, but a copy of the environment has: there PATH is usually called Path.
function variable(env: Environment, name: string, platform: string): string | undefined {
  if (platform !== 'win32') return env[name];
  const found = Object.keys(env).find((key) => key.toUpperCase() === name);
  return found === undefined ? undefined : env[found];
}
