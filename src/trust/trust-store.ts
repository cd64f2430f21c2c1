import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import { removeAbandoned, replaceFile } from '../disk/file-draft';
import { withFileLock } from '../disk/file-lock';
import type { UserEnvironment } from '../disk/user-directories';
import { isObject } from '../base/json-value';
import { stateDirectory } from './state-directory';

/** Whether the operator trusted a file as it is now, in another version, or never. */
export type TrustVerdict = 'trusted' | 'changed' | 'new';

/** A directory that the operator trusted, and the files it brought then. */
export interface TrustedDirectory {
  /** When it was trusted, as an ISO date. */
  readonly at: string;
  /** The SHA-256 hash of each file, by its full path. */
  readonly files: Readonly<Record<string, string>>;
}

const VERSION = 1;
/** How long a command waits for another one. */
const LOCK_WAIT_MS = 15_000;

/** What the operator trusted, remembered by content in the user's state directory. */
export class TrustStore {
  private known: Map<string, TrustedDirectory> | undefined;

  constructor(readonly file: string) {}

  /** The store of the user that an environment belongs to. */
  static of(env: UserEnvironment): TrustStore {
    return new TrustStore(join(stateDirectory(env), 'trust.json'));
  }

  /** All trusted directories, by path. */
  get directories(): ReadonlyMap<string, TrustedDirectory> {
    return (this.known ??= readStore(this.file));
  }

  /** Judges a file by its content. */
  judge(file: string, content: string | Uint8Array): TrustVerdict {
    const hash = hashOf(content);
    const place = placeOf(file);
    let seen = false;
    for (const { files } of this.directories.values()) {
      if (!Object.hasOwn(files, place)) continue;
      if (files[place] === hash) return 'trusted';
      seen = true;
    }
    return seen ? 'changed' : 'new';
  }

  /** Trusts files of a directory as they are now, in place of what was trusted there before. */
  async trust(directory: string, files: ReadonlyMap<string, string | Uint8Array>, at: Date): Promise<void> {
    const hashes = Object.fromEntries([...files].map(([file, content]) => [placeOf(file), hashOf(content)]));
    await this.change(
      (directories) => void directories.set(directory, { at: at.toISOString(), files: hashes }),
    );
  }

  /** Forgets a directory; returns false if it was not trusted. */
  async untrust(directory: string): Promise<boolean> {
    return this.change((directories) => directories.delete(directory));
  }

  // Read again under the lock, since another command may change it at the same time.
  private async change<T>(edit: (directories: Map<string, TrustedDirectory>) => T): Promise<T> {
    makeDirectory(dirname(this.file), 0o700);
    return withFileLock(this.file, LOCK_WAIT_MS, async () => {
      await removeAbandoned(this.file);
      const directories = readStore(this.file, { strict: true });
      const value = edit(directories);
      await this.save(directories);
      return value;
    });
  }

  private async save(directories: Map<string, TrustedDirectory>): Promise<void> {
    if (directories.size === 0) await rm(this.file, { force: true });
    else {
      const stored = { version: VERSION, directories: Object.fromEntries(directories) };
      const text = `${JSON.stringify(stored, null, 2)}\n`;
      await replaceFile(this.file, text, { mode: 0o600, mayReplace: () => Promise.resolve(true) });
    }
    this.known = directories;
  }
}

// The same file by whichever path a server or a command came to it.
function placeOf(file: string): string {
  try {
    return join(realpathSync(dirname(file)), basename(file));
  } catch {
    return file;
  }
}

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

// A server that can't read the store trusts nothing; a command that would overwrite it fails instead.
function readStore(file: string, { strict = false } = {}): Map<string, TrustedDirectory> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (strict && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return new Map();
  }
  try {
    return parsed(JSON.parse(text));
  } catch (error) {
    if (strict) throw new Error(`${file} cannot be used (${(error as Error).message}); remove it`);
    return new Map();
  }
}

function parsed(stored: unknown): Map<string, TrustedDirectory> {
  const directories = isObject(stored) && stored['version'] === VERSION ? stored['directories'] : undefined;
  if (!isObject(directories)) throw new Error('it is not a trust store of this version');
  return new Map(
    Object.entries(directories).map(([path, entry]) => {
      if (!isObject(entry) || typeof entry['at'] !== 'string' || !isObject(entry['files']))
        throw new Error(`the entry of ${path} is malformed`);
      const files = Object.entries(entry['files']).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      );
      return [path, { at: entry['at'], files: Object.fromEntries(files) }];
    }),
  );
}
