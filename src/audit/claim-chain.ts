import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { chainsIn } from './audit-files';
import { createOwner, isOwned, releaseOwner } from './chain-owner';

const OWNER = /^owner-(\d{1,15})$/;
const PRIVATE = 0o700;

/** A chain that this process alone writes. */
export interface ClaimedChain {
  readonly name: string;
  readonly path: string;
  release(): void;
}

/**
 * Claims the first chain that no running process writes, or begins a new one, so that any number of processes can share a
 * directory without waiting for each other.
 */
export function claimChain(directory: string): ClaimedChain {
  makeDirectory(directory, PRIVATE);
  for (;;) {
    const known = chainsIn(directory);
    const next = String(Number(known.at(-1) ?? 0) + 1);
    for (const name of [...known, next]) {
      const path = join(directory, name);
      if (name === next) makeDirectory(path, PRIVATE);
      const owner = claim(path);
      if (owner !== undefined) return { name, path, release: () => releaseOwner(owner) };
    }
  }
}

/*
 * Each owner has a file of its own, numbered one higher than the last, which only one process can create; and the last one
 * is never removed, only marked as free. So nothing that another process may have claimed meanwhile is ever taken away.
 */
function claim(path: string): string | undefined {
  for (;;) {
    const last = lastOwner(path);
    if (last > 0 && isOwned(ownerFile(path, last))) return undefined;
    const file = ownerFile(path, last + 1);
    if (!createOwner(file)) continue;
    // Whoever looked long ago may create a number that others had, and removed, since.
    if (lastOwner(path) === last + 1) {
      for (const number of ownersIn(path))
        if (number <= last) rmSync(ownerFile(path, number), { force: true });
      return file;
    }
    rmSync(file, { force: true });
  }
}

function ownerFile(path: string, number: number): string {
  return join(path, `owner-${number}`);
}

function lastOwner(path: string): number {
  return Math.max(0, ...ownersIn(path));
}

function ownersIn(path: string): number[] {
  return readdirSync(path).flatMap((name) => {
    const number = OWNER.exec(name)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}
