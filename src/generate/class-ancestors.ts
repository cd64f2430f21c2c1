import { dirname, resolve } from 'node:path';
import { isInstalled } from './installed-module';

/** A class as it is written, and what it says about its parent. */
export interface WithParent {
  readonly name: string;
  readonly file: string;
  /** The name of the class that it extends, as its own module exports it. */
  readonly parent: string | undefined;
  /** The module that the parent is imported from; undefined if it isn't imported. */
  readonly parentModule: string | undefined;
}

/** Returns a function that finds what a class extends, at any distance, among those that are written in a project. */
export function ancestorsAmong<T extends WithParent>(classes: readonly T[]): (written: T) => ReadonlySet<T> {
  const byName = new Map<string, T[]>();
  for (const each of classes) byName.set(each.name, [...(byName.get(each.name) ?? []), each]);
  const parentsOf = (child: T): readonly T[] => {
    const named = byName.get(child.parent ?? '') ?? [];
    const meant = named.filter((each) => isMeant(child, each));
    if (meant.length || !named.length || isForeign(child)) return meant;
    // One that another module passes on is known by its name alone.
    return named;
  };
  return (written) => {
    const found = new Set(parentsOf(written));
    // It grows while it is read, and ends where nothing new is found.
    for (const each of found) for (const above of parentsOf(each)) found.add(above);
    return found;
  };
}

function isMeant({ file, parentModule }: WithParent, { file: other }: WithParent): boolean {
  if (parentModule === undefined) return other === file;
  return (
    parentModule.startsWith('.') &&
    moduleOf(resolve(dirname(file), parentModule)) === moduleOf(resolve(other))
  );
}

function isForeign({ file, parentModule }: WithParent): boolean {
  return parentModule !== undefined && !parentModule.startsWith('.') && isInstalled(parentModule, file);
}

function moduleOf(file: string): string {
  return file.replace(/\.[cm]?[jt]sx?$/, '').replace(/[\\/]index$/, '');
}
