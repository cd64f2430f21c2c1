import { spawn } from 'node:child_process';

/** A command in a terminal of its own: `script` gives it one, and passes on what is typed. */
export class InTerminal {
  /** Everything on the screen so far. */
  screen = '';
  readonly exited: Promise<number | null>;
  private readonly child;

  constructor(command: readonly string[], options: { cwd: string; env?: Record<string, string> }) {
    const words = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env;
    // `exec`, because a shell that stays would itself be ended by Ctrl-C and answer 130 for the program.
    this.child = spawn('script', ['-qefc', `exec ${words}`, '/dev/null'], {
      cwd: options.cwd,
      env: { ...inherited, TERM: 'xterm', ...options.env },
    });
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => (this.screen += text));
    this.child.stdin.on('error', () => undefined);
    this.exited = new Promise((resolve) => this.child.on('close', resolve));
  }

  /** Types on the keyboard; a line ends with `\r`. */
  type(text: string): void {
    this.child.stdin.write(text);
  }

  /** Waits until the screen shows something. */
  async shows(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.screen)) {
      const over = await Promise.race([
        new Promise((resolve) => this.child.stdout.once('data', () => resolve(false))),
        this.exited.then(() => true),
      ]);
      if (over && !pattern.test(this.screen)) throw new Error(`never showed ${pattern}: ${this.screen}`);
    }
  }
}
