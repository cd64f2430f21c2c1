import type { StdioServer } from '../serve/stdio/stdio-server';
import type { StdoutGuard } from '../serve/stdio/stdout-guard';

const SERVING = Symbol.for('toolwright:serving-stdio');
const global = globalThis as { [SERVING]?: Set<ServingOnStdio> };

/** An app that a module of this process serves on stdio, from the moment it asks for that. */
export class ServingOnStdio {
  /** Holds in its stack which module asked. */
  readonly asked = new Error('An app is served on stdio');
  /** Whether it has given up stdin and stdout, because something else needs them, such as the runner of a test. */
  stopped = false;
  private server: StdioServer | undefined;

  constructor(private readonly guard: StdoutGuard) {
    (global[SERVING] ??= new Set()).add(this);
  }

  /** Hands over the server once it runs. */
  by(server: StdioServer): void {
    this.server = server;
    if (this.stopped) this.stop();
  }

  /** Gives stdin and stdout back, and ends the server but not the process. */
  stop(): void {
    this.stopped = true;
    this.guard.release();
    void this.server?.close();
  }

  /** Forgets it when it has ended. One that was stopped is kept: the module that asked is still wrong there. */
  over(): void {
    if (!this.stopped) global[SERVING]?.delete(this);
  }
}

/** Returns what this process serves on stdio, whichever copy of the package serves it. */
export function servingOnStdio(): ServingOnStdio | undefined {
  return global[SERVING]?.values().next().value;
}
