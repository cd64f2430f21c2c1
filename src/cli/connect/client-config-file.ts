import { isErrorNamed } from '../../base/any-realm';
import { copyFile, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeDirectory } from '../../disk/make-directory';
import { replaceFile } from '../../disk/file-draft';
import type { ConfigFormat } from './client-profile';
import { entryIn, UneditableConfig, withEntry, type EntryPlace } from './edit-config-text';

/** What a write or an undo did to a configuration file. */
export interface ClientConfigChange {
  readonly file: string;
  readonly did: 'created' | 'changed' | 'unchanged' | 'removed';
  /** Where the file is as it was before. */
  readonly backup?: string;
}

/** The configuration of a client on the disk, in which one entry can be written and taken back. */
export class ClientConfigFile {
  readonly backup: string;

  constructor(
    readonly file: string,
    private readonly format: ConfigFormat,
    private readonly place: EntryPlace,
  ) {
    this.backup = `${file}.before-toolwright`;
  }

  /** The entry that is there now. */
  async entry(): Promise<unknown> {
    const text = await this.text();
    return text === undefined ? undefined : this.safely(() => entryIn(this.format, text, this.place));
  }

  /** Writes the entry beside the others; the file as it was is kept as the backup. */
  async write(entry: Record<string, unknown>): Promise<ClientConfigChange> {
    const before = await this.text();
    const after = this.safely(() => withEntry(this.format, before ?? '', this.place, entry));
    if (after === before) return { file: this.file, did: 'unchanged' };
    if (before === undefined) {
      makeDirectory(dirname(this.file));
      await writeFile(this.file, after, { flag: 'wx', mode: 0o600 });
      // An empty backup says that there was no file.
      await writeFile(this.backup, '', { mode: 0o600 });
      return { file: this.file, did: 'created' };
    }
    await copyFile(this.file, this.backup);
    await this.replace(before, after);
    return { file: this.file, did: 'changed', backup: this.backup };
  }

  /** Puts the entry back as it was before it was last written; what else changed since then stays. */
  async undo(): Promise<ClientConfigChange> {
    const now = await this.text();
    const before = await readFile(this.backup, 'utf8').catch(() => undefined);
    if (now === undefined || before === undefined) throw new UneditableConfig(this.nothing());
    const earlier = this.safely(() => entryIn(this.format, before, this.place));
    const after = this.safely(() => withEntry(this.format, now, this.place, earlier));
    const wrote = this.safely(() =>
      withEntry(this.format, before, this.place, entryIn(this.format, now, this.place)),
    );
    const untouched = wrote === now;
    if (untouched && before === '') await rm(this.file);
    else await this.replace(now, untouched ? before : after);
    await rm(this.backup);
    return { file: this.file, did: untouched && before === '' ? 'removed' : 'changed' };
  }

  private nothing(): string {
    return `there is nothing to undo: ${this.backup} is not there, which a write leaves`;
  }

  // A link is followed, so that a file that is kept elsewhere stays a link.
  private async replace(before: string, after: string): Promise<void> {
    const file = await realpath(this.file);
    const { mode } = await stat(file);
    const mayReplace = async (): Promise<boolean> => (await this.text()) === before;
    if (!(await replaceFile(file, after, { mode: mode & 0o777, mayReplace })))
      throw new UneditableConfig('it was changed by another program just now; try again');
  }

  private async text(): Promise<string | undefined> {
    try {
      return await readFile(this.file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new UneditableConfig((error as Error).message);
    }
  }

  private safely<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (isErrorNamed(error, 'SyntaxError'))
        throw new UneditableConfig(
          `it is not valid ${this.format.toUpperCase()} (${error.message}); correct it first`,
        );
      throw error;
    }
  }
}
