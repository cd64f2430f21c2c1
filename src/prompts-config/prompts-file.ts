import { exceptionMessage } from '../base/exception';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { watchFile } from '../disk/watch-files';
import { AuthorError } from '../errors';
import type { Logger } from '../logger';
import { parsePrompts, type ConfiguredPrompts } from './parse-prompts-config';
import { PromptsConfig } from './prompts-config';

/** Some file systems report no events, so the file is also checked now and then. */
const LOOK_EVERY_MS = 1_000;
const SETTLE_MS = 50;

/** Options of a prompts file. */
export interface PromptsFileOptions {
  readonly intervalMs?: number;
  /** Returns whether a version may be used; all may by default. */
  readonly mayUse?: (text: string) => boolean;
}

/** Loads a prompts file: an invalid file is an error at start-up; later, the last valid version stays in use. */
export class PromptsFile {
  readonly config: PromptsConfig;
  /** Ends the watch. */
  readonly close: () => void;

  constructor(
    private readonly file: string,
    private readonly log: Logger,
    private readonly options: PromptsFileOptions = {},
  ) {
    const { intervalMs = LOOK_EVERY_MS } = options;
    this.config = new PromptsConfig(this.parsed(promptsText(file)));
    this.close = watchFile(file, { settleMs: SETTLE_MS, everyMs: intervalMs }, () => void this.reload());
  }

  /** Reloads the file; logs the error and returns false if it is invalid. */
  async reload(): Promise<boolean> {
    try {
      this.config.replace(this.parsed(await readFile(this.file, 'utf8')));
      this.log.info(`Prompts file reloaded: ${this.file}`);
      return true;
    } catch (error) {
      this.log.error(`Prompts file not reloaded: ${exceptionMessage(error)}`);
      return false;
    }
  }

  private parsed(text: string): ConfiguredPrompts {
    if (this.options.mayUse && !this.options.mayUse(text))
      throw new AuthorError(
        this.file,
        'has changed since it was trusted.',
        "Read it, then run 'toolwright trust' and restart the server.",
      );
    return parsePrompts(text, this.file);
  }
}

/** Reads the text of a prompts file. */
export function promptsText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AuthorError(file, `cannot be read (${code}).`, 'Set `prompts` to another file, or remove it.');
  }
}
