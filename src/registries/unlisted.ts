import type { AuthorProblems } from '../author-problems';
import type { Logger } from '../logger';

/** How many mistakes keep something out of a list, and how many things are left to list. */
export interface ListState {
  readonly mistakes: number;
  readonly left: number;
}

// What throws may say another thing each time, such as an address or a number; a log must not fill with it.
const MOST_TOLD = 100;

/** Logs what is left out of a list and why, each reason once, however many lists are made. */
export class Unlisted {
  private readonly told = new Set<string>();

  tell(
    what: 'A prompt is not listed' | 'A resource is not listed' | 'Resources are not listed',
    { list }: AuthorProblems,
    log: Logger,
  ): void {
    for (const { message } of list) {
      const line = `${what}: ${message}`;
      if (this.told.has(line) || this.told.size >= MOST_TOLD) continue;
      this.told.add(line);
      log.error(line);
    }
  }
}
