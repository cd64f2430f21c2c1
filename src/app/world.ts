import type { Logger } from '../logger';
import type { Siblings } from './siblings';

/** What an app receives from its process. */
export interface World {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The arguments after the program's own name. */
  readonly args: readonly string[];
  /** The command that started it, for showing clients how to do the same. */
  readonly command: readonly string[];
  /** Whether stdin is a terminal rather than a client. */
  readonly terminal: boolean;
  readonly stderr: (text: string) => void;
  /** Other processes that serve the same clients, as under `toolwright dev`. */
  readonly siblings?: Siblings;
  /** Called with the log of the app once it is open. */
  readonly opened?: (log: Logger) => void;
}

/** The process itself: the only place outside the command that reads arguments and environment. */
export function thisProcess(): World {
  return {
    cwd: process.cwd(),
    env: process.env,
    args: process.argv.slice(2),
    command: [process.execPath, ...process.argv.slice(1)],
    terminal: process.stdin.isTTY === true,
    stderr: (text) => void process.stderr.write(text),
  };
}
