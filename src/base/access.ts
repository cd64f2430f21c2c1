/**
 * What the policy treats an argument as: a path to read or write, the working directory of the call, a command line, or
 * a web address.
 */
export type ArgAccess = 'read' | 'write' | 'cwd' | 'command' | 'address';

/** All values of `access`. */
export const ARG_ACCESSES: readonly ArgAccess[] = ['read', 'write', 'cwd', 'command', 'address'];

/**
 * The same, plus the kinds in definitions: a path, a path or `key=value`, words of which some are paths, and a value that
 * is only judged if it looks like a path.
 */
export type AccessKind = ArgAccess | 'path' | 'path-or-value' | 'words' | 'value';

/** One argument that the policy judges before its tool runs. */
export interface DeclaredAccess {
  /** Its published name; dotted inside objects, and the same for each item of a list. */
  readonly field: string;
  readonly kind: AccessKind;
  /** Its path in checked arguments, if that is not the published name. */
  readonly keys?: readonly string[];
  /** Judged even if omitted: a `cwd` is then the server's own, or the first directory the tool may access. */
  readonly always?: true;
  /** What the program of a definition is known to do to the path; it may do anything if that is not known. */
  readonly effect?: 'reads' | 'writes';
  /** Whether the program of a definition opens what is inside a directory, through links too. */
  readonly opensInside?: true;
  /** Of a `cwd`: the program that runs there and its fixed words, if it is one that can replace files without naming them. */
  readonly program?: readonly string[];
}
