import { exceptionMessage } from '../base/exception';
import { promises as fs } from 'node:fs';
import { basename, join } from 'node:path';
import { makeDirectory } from '../disk/make-directory';
import type { Logger } from '../logger';
import type { StoreDraft } from './store-draft';
import { StoreError } from './store-error';
import { draftStore, parseStore, type StoreSnapshot } from './store-text';
import { StoreWatch } from './store-watch';
import { FileLockedError, withFileLock } from '../disk/file-lock';
import { withLateEdit, type LateEdit } from './late-store-edit';
import { removeAbandoned, replaceFile } from '../disk/file-draft';
import { lateText, markAsWhole, readSettled, stampOf, type HeldVersion } from './store-file';

/** How often a change is retried because of concurrent changes. */
const MAX_TURNS = 100;

/** Where the store is, and how long to wait for its lock. */
export interface GuideStoreOptions {
  /** The directory that holds `config.yaml`. */
  directory: string;
  /** How long a change waits for other servers. */
  lockWaitMs?: number;
  log?: Logger;
}

/** `config.yaml`, shared with other servers and with editors. */
export class GuideStore {
  readonly directory: string;
  readonly file: string;
  private readonly lockWaitMs: number;
  private readonly log: Logger | undefined;
  private cached: { stamp: string | undefined; snapshot: StoreSnapshot } | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private watching: StoreWatch | undefined;
  private tidied = false;

  constructor(options: GuideStoreOptions) {
    this.directory = options.directory;
    this.file = join(options.directory, 'config.yaml');
    this.lockWaitMs = options.lockWaitMs ?? 15_000;
    this.log = options.log;
  }

  /** Reads the current store; throws an error with the line if the file is invalid. */
  async read(): Promise<StoreSnapshot> {
    const stamp = await this.guarded('config_read_error', () => stampOf(this.file));
    if (this.cached && this.cached.stamp === stamp) return this.cached.snapshot;
    const version = await this.guarded('config_read_error', () => readSettled(this.file));
    await version.handle?.close();
    const snapshot = await parseStore(this.file, version.text);
    this.cached = { stamp: version.stamp, snapshot };
    return snapshot;
  }

  /**
   * Changes the file under its lock. `edit` gets the newest version, and is called again if the file was saved in the
   * meantime; its return value is returned once the file is on disk. An invalid file is never modified.
   */
  change<T>(edit: (draft: StoreDraft) => T): Promise<T> {
    const turn = this.queue.then(() => this.guarded('config_write_error', () => this.changeLocked(edit)));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  /** Calls the listener after every change, whoever made it; returns an unsubscribe function. */
  onChange(listener: () => void): () => void {
    this.watching ??= new StoreWatch(this.file);
    return this.watching.add(listener);
  }

  private async changeLocked<T>(edit: (draft: StoreDraft) => T): Promise<T> {
    makeDirectory(this.directory);
    const target = await fs.realpath(this.file).catch(() => this.file);
    return withFileLock(target, this.lockWaitMs, async (stillHeld) => {
      if (!this.tidied) await removeAbandoned(target);
      this.tidied = true;
      let late: LateEdit | undefined;
      for (let turn = 0; turn < MAX_TURNS; turn++) {
        const held = await readSettled(target);
        try {
          const joined: StoreDraft | undefined = late && (await this.joined(late, held.text));
          if (late && !joined) await this.keepAside(late);
          const draft = joined ?? (await draftStore(this.file, held.text));
          const value = edit(draft);
          late = joined && late;
          if (!draft.changed && !late) return value;
          const ours = await this.put(target, draft, held, stillHeld);
          if (ours === undefined) continue;
          const theirs = await lateText(held);
          if (theirs === undefined) return value;
          late = { base: held.text, theirs, ours };
          this.log?.info(`Merging an edit of ${basename(this.file)} that was saved during this change`);
        } finally {
          await held.handle?.close();
        }
      }
      throw new StoreError(
        'lock_error',
        this.file,
        'keeps being changed by another program without the lock',
      );
    });
  }

  private async joined(late: LateEdit, current: string): Promise<StoreDraft | undefined> {
    const text = withLateEdit(late, current);
    return text === undefined ? undefined : draftStore(this.file, text).catch(() => undefined);
  }

  // An edit that cannot be merged is kept in a file next to it, so nothing is lost.
  private async keepAside({ theirs }: LateEdit): Promise<void> {
    const aside = `${this.file}.edited-${Date.now()}`;
    await fs.writeFile(aside, theirs, { mode: 0o600 });
    this.log?.warning(
      `${basename(this.file)} was edited concurrently; the edit that could not be merged is in ${aside}`,
    );
  }

  // Returns the new text, or undefined if the file was changed in the meantime.
  private async put(
    target: string,
    draft: StoreDraft,
    held: HeldVersion,
    stillHeld: () => boolean,
  ): Promise<string | undefined> {
    const text = held.text.includes('\r\n') ? draft.toText().replace(/\r?\n/g, '\r\n') : draft.toText();
    const mayReplace = async (): Promise<boolean> => {
      if (!stillHeld()) throw new StoreError('lock_error', this.file, 'lost the lock; nothing was changed');
      return (await stampOf(target)) === held.stamp;
    };
    const put = await replaceFile(target, text, {
      mode: held.mode ?? 0o644,
      finish: markAsWhole,
      mayReplace,
    });
    if (!put) return undefined;
    return text;
  }

  private async guarded<T>(kind: StoreError['kind'], work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreError) throw error;
      if (error instanceof FileLockedError) throw new StoreError('lock_error', this.file, error.message);
      const reason = exceptionMessage(error);
      throw new StoreError(kind, this.file, reason, undefined, undefined, { cause: error });
    }
  }
}
