import { closeSync, openSync, read, readSync, type Stats } from 'node:fs';

/** Reads of up to this many bytes are done at once: the thread pool takes longer to be asked than they take. */
const AT_ONCE = 64 * 1024;

/** Anything whose bytes can be read at a position, such as an open file. */
export interface Readable {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
}

/** A file that is open for reading. */
export class OpenFile implements Readable {
  private isOpen = true;

  private constructor(readonly fd: number) {}

  static open(path: string, flags: number): OpenFile {
    return new OpenFile(openSync(path, flags));
  }

  async read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> {
    const { fd } = this;
    if (length <= AT_ONCE) return { bytesRead: readSync(fd, into, offset, length, position) };
    return new Promise((resolve, reject) => {
      read(fd, into, offset, length, position, (error, bytesRead) =>
        error ? reject(error) : resolve({ bytesRead }),
      );
    });
  }

  async close(): Promise<void> {
    if (this.isOpen) closeSync(this.fd);
    this.isOpen = false;
  }
}

/** An open regular file, verified to be the one that was judged. */
export interface OpenedFile {
  readonly handle: OpenFile;
  readonly stats: Stats;
}
