import { isAbsolute } from 'node:path';
import type { DeclaredAccess } from '../base/access';
import { declaredValues } from './declared-values';

/** The directories against which relative paths of a call are resolved. */
export interface PathBases {
  /** The policy's. */
  readonly judged: string;
  /** That of the process, which a tool's own code would use. */
  readonly process: string;
}

/**
 * Makes relative paths in checked arguments absolute where the tool's own code would otherwise find another file than the
 * one that was judged: in an app with a directory of its own, or below a working directory in the arguments.
 */
export function bindJudgedPaths(accesses: readonly DeclaredAccess[], args: object, bases: PathBases): void {
  const directory = declaredValues(accesses, args).find(({ kind }) => kind === 'cwd')?.value;
  const base = directory === undefined ? bases.judged : below(bases.judged, directory);
  for (const { kind, field, keys = field.split('.') } of accesses) {
    const from = kind === 'cwd' ? bases.judged : base;
    if ((kind === 'read' || kind === 'write' || kind === 'cwd') && from !== bases.process)
      replaceAt(args, keys, (path) => below(from, path));
  }
}

// Joined as it is: `..` after a link is what the system makes of it, and so it was judged.
function below(base: string, path: string): string {
  return isAbsolute(path) || path === '' ? path : `${base}/${path}`;
}

function replaceAt(holder: unknown, keys: readonly string[], change: (path: string) => string): void {
  if (typeof holder !== 'object' || holder === null) return;
  if (Array.isArray(holder) && keys.length) {
    for (const item of holder) replaceAt(item, keys, change);
    return;
  }
  const [key, ...rest] = keys;
  const members = holder as Record<string, unknown>;
  if (key === undefined) return;
  const value = members[key];
  if (rest.length) replaceAt(value, rest, change);
  else if (typeof value === 'string') members[key] = change(value);
  else if (Array.isArray(value)) members[key] = changedItems(value, change);
}

function changedItems(items: readonly unknown[], change: (path: string) => string): unknown[] {
  return items.map((item) => {
    if (Array.isArray(item)) return changedItems(item, change);
    return typeof item === 'string' ? change(item) : item;
  });
}
