import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
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
    this.writeHead();
    this.openFile();
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

  /** Resolves when what was written so far is on the disk itself; those who wait at the same time share the effort. */
  async synced(): Promise<void> {
    const running = this.syncing;
    if (running) await running;
    return (this.syncing ??= this.sync().finally(() => (this.syncing = undefined)));
  }

  close(): void {
    closeSync(this.fd);
    closeSync(this.head);
  }

  private write(type: string, record: object): void {
    const body = { n: this.n + 1, at: new Date().toISOString(), type, ...record };
    const { line, hash } = sealedLine(this.options.seal, this.hash, body);
    const bytes = Buffer.from(line);
    this.whole(bytes);
    this.size += bytes.length;
    this.n++;
    this.hash = hash;
    this.writeHead();
  }

  private whole(bytes: Buffer): void {
    try {
      for (let at = 0; at < bytes.length;)
        at += writeSync(this.fd, bytes, at, bytes.length - at, this.size + at);
    } catch (error) {
      ftruncateSync(this.fd, this.size);
      throw error;
    }
  }

  private writeHead(): void {
    writeSync(this.head, headText(this.end), 0, 'latin1');
  }

  // A chain goes on in the next file; what is deleted with the oldest is vouched for by a record.
  private rotate(): void {
    const { keepFiles } = this.options;
    const before = { fd: this.fd, size: this.size, file: this.file };
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
    closeSync(before.fd);
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

  private sync(): Promise<void> {
    return new Promise((resolve, reject) =>
      fdatasync(this.fd, (error) => (error ? reject(error) : resolve())),
    );
  }
}

// Not for appending, so that a write that failed half way is overwritten, and a head by the next.
function openForWriting(path: string): number {
  return openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
}
