import { readFileSync, statSync } from 'node:fs';
import { crypto } from '../../../base/crypto';
import type { Principal } from './principal';

// How often to look whether the file has changed.
const LOOK_MS = 1_000;

/** One line of the file: a name, the hash of a token, and scopes. */
const LINE = /^(\S+)\s+sha256:([0-9a-f]{64})((?:\s+\S+)*)$/;

/** Returns the hash by which a token is stored. */
export function tokenHash(token: string): string {
  return crypto().createHash('sha256').update(token).digest('hex');
}

/** A file with the hashes of bearer tokens. A changed file counts from the next second on. */
export class TokenFile {
  private principals: ReadonlyMap<string, Principal>;
  private stamp: string;
  private looked: number;

  /** Reads the file; throws if it can't be used. */
  constructor(
    private readonly path: string,
    private readonly failed: (error: Error) => void,
    private readonly now: () => number = Date.now,
  ) {
    this.stamp = stampOf(path);
    this.principals = readTokens(path);
    this.looked = now();
  }

  find(token: string): Principal | undefined {
    this.refresh();
    return this.principals.get(tokenHash(token));
  }

  // A file that can't be read any more admits nobody.
  private refresh(): void {
    const now = this.now();
    if (now - this.looked < LOOK_MS) return;
    this.looked = now;
    let stamp = '';
    try {
      stamp = stampOf(this.path);
      if (stamp === this.stamp) return;
      this.principals = readTokens(this.path);
    } catch (error) {
      if (this.principals.size) this.failed(error as Error);
      this.principals = new Map();
    }
    this.stamp = stamp;
  }
}

function stampOf(path: string): string {
  const { mtimeMs, size, ino, mode } = statSync(path);
  if (process.platform !== 'win32' && (mode & 0o022) !== 0)
    throw new Error(`${path} can be changed by others; run chmod go-w ${path}`);
  return `${mtimeMs} ${size} ${ino}`;
}

/** Reads the lines of a token file; throws with the number of the first that is wrong. */
export function readTokens(path: string): Map<string, Principal> {
  const principals = new Map<string, Principal>();
  readFileSync(path, 'utf8')
    .split('\n')
    .forEach((text, index) => {
      const line = text.trim();
      if (line === '' || line.startsWith('#')) return;
      const [, id, hash, scopes = ''] = LINE.exec(line) ?? [];
      if (id === undefined || hash === undefined)
        throw new Error(
          `${path}:${index + 1} is not a token; write NAME sha256:HASH [SCOPE…], as toolwright token prints it`,
        );
      principals.set(hash, { id, scopes: scopes.split(/\s+/).filter((scope) => scope !== '') });
    });
  return principals;
}
