/** What an app is handed of the process it runs in. */
export interface World {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The arguments after the program's own name. */
  readonly args: readonly string[];
  /** The command that started it, for telling a client how to do the same. */
  readonly command: readonly string[];
  /** Whether a person sits at its stdin rather than a client. */
  readonly terminal: boolean;
  readonly stderr: (text: string) => void;
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
