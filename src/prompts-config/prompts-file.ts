import { readFileSync, watchFile, unwatchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AuthorError } from '../errors';
import type { Logger } from '../logger';
import { parsePrompts } from './parse';
import { PromptsConfig } from './prompts-config';

const LOOK_EVERY_MS = 1_000;

/** A prompts file as a configuration: wrong at the start it is refused, wrong later the last good one stays. */
export class PromptsFile {
  readonly config: PromptsConfig;
  private readonly look: () => void;

  constructor(
    private readonly file: string,
    private readonly log: Logger,
    intervalMs: number = LOOK_EVERY_MS,
  ) {
    this.config = new PromptsConfig(parsePrompts(textOf(file), file));
    this.look = () => void this.reload();
    watchFile(file, { interval: intervalMs, persistent: false }, this.look);
  }

  /** Reads the file again; false when it is wrong, which is logged. */
  async reload(): Promise<boolean> {
    try {
      this.config.replace(parsePrompts(await readFile(this.file, 'utf8'), this.file));
      this.log.info(`Prompts file read again: ${this.file}`);
      return true;
    } catch (error) {
      this.log.error(`Prompts file not taken: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  }

  close(): void {
    unwatchFile(this.file, this.look);
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AuthorError(file, `can't be read (${code}).`, 'Name another file under `prompts`, or none.');
  }
}
