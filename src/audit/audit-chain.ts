import { closeSync, fdatasync, fdatasyncSync, fstatSync, ftruncateSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openForWriting, syncDirectory, writeWhole } from './audit-disk';
import { fileOf, filesOf, HEAD_FILE, headText } from './audit-files';
import { sealedLine, type Seal } from './audit-seal';
import type { ChainEnd } from './chain-end';

/** How a chain is written. */
export interface ChainOptions {
  readonly seal: Seal;
  /** The size in bytes from which a new file is begun. */
  readonly fileBytes: number;
  /** How many files are kept; 0 for all. */
  readonly keepFiles: number;
  /** Whether somebody waits until records are on the disk itself. */
  readonly sync: boolean;
}

// How often to look whether the file is still where it was.
const LOOK_MS = 1_000;

/** Writes the records of one chain: each is in the file, and the head says so, before `append` returns. */
export class AuditChain {
  private n: number;
  private hash: string;
  private file: number;
  private fd = -1;
  private size = 0;
  private looked = 0;
  private readonly head: number;
  private syncing: Promise<void> | undefined;

  constructor(
    private readonly path: string,
    end: ChainEnd,
    private readonly options: ChainOptions,
  ) {
    ({ n: this.n, hash: this.hash, file: this.file } = end);
    this.head = openForWriting(join(path, HEAD_FILE));
    try {
      this.writeHead();
      this.openFile();
      if (options.sync) syncDirectory(dirname(path));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** How far it goes. */
  get end(): { n: number; hash: string } {
    return { n: this.n, hash: this.hash };
  }

  /** Writes a record; throws if it can't be written whole, and then leaves nothing of it. */
  append(type: string, record: object): void {
    this.look();
    if (this.size >= this.options.fileBytes) this.rotate();
    this.write(type, record);
  }

  /** Throws if this many bytes more have no room on the disk. */
  proveRoom(bytes: number): void {
    try {
      writeWhole(this.fd, Buffer.alloc(bytes), this.size);
    } finally {
      ftruncateSync(this.fd, this.size);
    }
  }

  /** Returns when what was written so far is on the disk itself. */
  flush(): void {
    // The records first: a head that is ahead of them would say that some are missing.
    fdatasyncSync(this.fd);
    fdatasyncSync(this.head);
  }

  /** Resolves when what was written so far is on the disk itself; those who wait at the same time share the effort. */
  async synced(): Promise<void> {
    const running = this.syncing;
    if (running) await running;
    return (this.syncing ??= this.sync().finally(() => (this.syncing = undefined)));
  }

  close(): void {
    const { fd, head } = this;
    this.fd = -1;
    const files = fd < 0 ? [head] : [fd, head];
    try {
      if (this.options.sync) files.forEach((file) => fdatasyncSync(file));
    } finally {
      for (const file of files) this.closeFile(file);
    }
  }

  private write(type: string, record: object): void {
    const body = { n: this.n + 1, at: new Date().toISOString(), type, ...record };
    const { line, hash } = sealedLine(this.options.seal, this.hash, body);
    const bytes = Buffer.from(line);
    const before = { n: this.n, hash: this.hash };
    try {
      writeWhole(this.fd, bytes, this.size);
      this.n++;
      this.hash = hash;
      this.writeHead();
    } catch (error) {
      // A record that the head doesn't know is taken back with it.
      Object.assign(this, before);
      this.takeBack();
      throw error;
    }
    this.size += bytes.length;
  }

  private takeBack(): void {
    ftruncateSync(this.fd, this.size);
    try {
      this.writeHead();
    } catch {
      // As it could not be written just before; the next record tries again.
    }
  }

  private writeHead(): void {
    writeWhole(this.head, Buffer.from(headText(this.end), 'latin1'), 0);
  }

  // A chain goes on in the next file; what is deleted with the oldest is vouched for by a record.
  private rotate(): void {
    const { keepFiles } = this.options;
    const before = { fd: this.fd, size: this.size, file: this.file };
    // Whoever waits for a record of this file finds another one to be flushed.
    if (this.options.sync) fdatasyncSync(this.fd);
    this.file++;
    try {
      this.openFile();
      this.write('file', { file: this.file, before: this.hash });
    } catch (error) {
      if (this.fd !== before.fd) {
        closeSync(this.fd);
        rmSync(fileOf(this.path, this.file), { force: true });
      }
      Object.assign(this, before);
      throw error;
    }
    this.closeFile(before.fd);
    const files = filesOf(this.path);
    const old = keepFiles > 0 ? files.slice(0, -keepFiles) : [];
    if (!old.length) return;
    this.write('pruned', { through: old.at(-1) });
    for (const number of old) rmSync(fileOf(this.path, number), { force: true });
  }

  private openFile(): void {
    const begins = this.file === 0;
    if (begins) this.file = 1;
    this.fd = openForWriting(fileOf(this.path, this.file));
    this.size = fstatSync(this.fd).size;
    if (this.options.sync) syncDirectory(this.path);
    if (begins) this.write('file', { file: 1, before: this.hash });
  }

  // Records in a file that somebody removed would be lost with it.
  private look(): void {
    const now = Date.now();
    if (now - this.looked < LOOK_MS) return;
    const path = fileOf(this.path, this.file);
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || found.ino !== fstatSync(this.fd).ino)
      throw new Error(`${path} was removed or replaced while it was being written`);
    this.looked = now;
  }

  // A flush of it may be under way; closed now, its number might be that of another file already.
  private closeFile(fd: number): void {
    if (this.syncing) void this.syncing.catch(() => undefined).then(() => closeSync(fd));
    else closeSync(fd);
  }

  // In the order of `flush`.
  private async sync(): Promise<void> {
    // What is closed has been flushed.
    if (this.fd < 0) return;
    await flushed(this.fd);
    await flushed(this.head);
  }
}

function flushed(fd: number): Promise<void> {
  return new Promise((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve())));
}
