/**
 * What the policy takes an argument for: a path that is read or written, the directory that the call works in, a command
 * line, or a web address.
 */
export type ArgAccess = 'read' | 'write' | 'cwd' | 'command' | 'address';

/** Every word that `access` takes. */
export const ARG_ACCESSES: readonly ArgAccess[] = ['read', 'write', 'cwd', 'command', 'address'];

/** The same, and what definitions hand to a program: a path, a path unless it holds `=`, words of which some are paths. */
export type AccessKind = ArgAccess | 'path' | 'path-or-value' | 'words';

/** One argument that the policy judges before its tool runs. */
export interface DeclaredAccess {
  /** Its name on the wire; dotted inside objects, and the same for each item of a list. */
  readonly field: string;
  readonly kind: AccessKind;
  /** The way to it in checked arguments, where that isn't the name on the wire. */
  readonly keys?: readonly string[];
  /** Judged even when it is left out: a `cwd` is then the server's own, or the first place the tool may touch. */
  readonly always?: true;
}
