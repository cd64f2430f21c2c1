import { readFileSync, watchFile, unwatchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AuthorError } from '../errors';
import type { Logger } from '../logger';
import { parsePrompts } from './parse';
import { PromptsConfig } from './prompts-config';

const LOOK_EVERY_MS = 1_000;

/** Loads a prompts file: an invalid file is an error at start-up; later, the last valid version stays in use. */
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

  /** Reloads the file; logs the error and returns false if it is invalid. */
  async reload(): Promise<boolean> {
    try {
      this.config.replace(parsePrompts(await readFile(this.file, 'utf8'), this.file));
      this.log.info(`Prompts file reloaded: ${this.file}`);
      return true;
    } catch (error) {
      this.log.error(`Prompts file not reloaded: ${error instanceof Error ? error.message : String(error)}`);
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
    throw new AuthorError(file, `cannot be read (${code}).`, 'Set `prompts` to another file, or remove it.');
  }
}
