import { accessSync, constants, statSync } from 'node:fs';

/** A command as a launcher starts it: its program by path, the whole environment, an existing directory. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

// What a shell sets itself, and doesn't let be set.
const OWN_NAMES = /^(?:PPID|E?UID|SHELLOPTS|BASHOPTS|BASH_\w+|GROUPS|_)$/;

// Longer lines are rare, and a system may refuse them in its own words.
const LONGEST_LINE = 32_768;

/**
 * Returns the line that makes a shell start a command and report its status after a tag; undefined if the command must be started
 * directly.
 */
export function launchLine({ file, args, cwd, env }: Launch, tag: string): string | undefined {
  const words = [file, ...args];
  if (!file.startsWith('/') || !cwd.startsWith('/') || !isProgram(file) || !isDirectory(cwd))
    return undefined;
  const names = Object.keys(env);
  if (names.some((name) => !/^[A-Za-z_]\w*$/.test(name) || OWN_NAMES.test(name))) return undefined;
  const exported = names.map((name) => `${name}=${quoted(env[name]!)}`).join(' ');
  // A shell adds to the environment; that is taken out again. What it says itself goes to the third stream of the launcher, what
  // the command prints to the second and the fourth, and the command gets none of the launcher's own.
  const line =
    `(cd ${quoted(cwd)} && unset PWD OLDPWD SHLVL PATH${exported && ` && export ${exported}`} && ` +
    `exec ${words.map(quoted).join(' ')} </dev/null 2>&3 3>&-); echo "${tag} $?" >&2\n`;
  return line.includes('\0') || line.length > LONGEST_LINE ? undefined : line;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Tells whether a path leads to a directory. */
export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
