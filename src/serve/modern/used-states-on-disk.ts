import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../../disk/make-directory';
import type { UsedStates } from './used-states';

// How often files of expired states are looked for.
const SWEEP_MS = 60_000;

/** Remembers used states in a directory that several processes share: whoever creates a state's file first may use it. */
export class UsedStatesOnDisk implements UsedStates {
  private swept = 0;

  constructor(
    private readonly directory: string,
    /** How long a state is valid: a file older than that is no longer needed. */
    private readonly validMs: number,
  ) {}

  async use(id: string): Promise<boolean> {
    if (!/^[\w-]{1,64}$/.test(id)) return false;
    makeDirectory(this.directory, 0o700);
    await this.sweep();
    try {
      await (await open(join(this.directory, id), 'wx', 0o600)).close();
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }

  private async sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.swept < SWEEP_MS) return;
    this.swept = now;
    for (const name of await readdir(this.directory)) {
      const file = join(this.directory, name);
      const used = await stat(file).catch(() => undefined);
      // Another process may have removed it meanwhile.
      if (used && now - used.mtimeMs > this.validMs) await rm(file, { force: true });
    }
  }
}
