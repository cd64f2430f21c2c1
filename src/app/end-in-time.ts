import { EndWatch } from './end-watch';
import { SignalEnd } from './end-on-signals';
import type { OpenedServer } from './open-app-for-server';

// How long closing may take beyond the grace period of running work before the process exits anyway.
const CLOSING_MS = 1500;

/** A server that is being ended. */
export interface EndingServer {
  readonly ended: Promise<void>;
  close(): Promise<void>;
  readAhead?(): boolean;
  catchUp?(): void;
}

/** What a server is ended with. */
export interface EndRequest {
  readonly opened: OpenedServer;
  /** Milliseconds that running work gets before closing begins. */
  readonly workMs: number;
  readonly stderr: (text: string) => void;
}

/**
 * Sees to it that this process ends in time, whatever a tool, a close hook or a log file does. Watch with `attach` what
 * is served; `noticed` says that its end has begun.
 */
export class TimelyEnd {
  private readonly watch: EndWatch;
  private readonly closingMs: number;
  private server: EndingServer | undefined;
  /** When everything has to be over, on the process's own clock. */
  private endsAt = Infinity;

  constructor(private readonly request: EndRequest) {
    const { opened, workMs } = request;
    const { app, config, registry } = opened.open;
    this.closingMs = config.operations.grace * 1000 + CLOSING_MS;
    this.watch = new EndWatch({
      name: app.name,
      graceMs: workMs,
      endMs: workMs + this.closingMs,
      signals: true,
      readAhead: () => this.server?.readAhead?.() ?? false,
      catchUp: () => this.server?.catchUp?.(),
      finish: () => finishNow(opened),
    });
    registry.onWork = this.watch.note;
  }

  /** The end of what is served has begun. */
  readonly noticed = (): void => {
    this.endsAt = Math.min(this.endsAt, performance.now() + this.request.workMs + this.closingMs);
    this.watch.ending();
  };

  /** Ends the server on signals, and closes the app after it; resolves when all that is done. */
  attach(server: EndingServer): Promise<void> {
    this.server = server;
    const signals = new SignalEnd(server);
    return server.ended.then(async () => {
      await this.close();
      signals.leave();
      await this.watch.stop();
    });
  }

  private async close(): Promise<void> {
    const { opened, stderr } = this.request;
    const { open, logging } = opened;
    const { close, services, start } = open.app.options;
    // Only an author's code may hang: everything else is closed without starting a thread for it.
    this.watch.ending({ starts: (close ?? services ?? start) !== undefined });
    // Work that was told to return, and didn't, has used some of the time for closing.
    const left = Math.min(this.closingMs, this.endsAt - performance.now());
    const patience = setTimeout(() => {
      stderr(
        `${open.app.name}: closing took longer than ${this.closingMs / 1000} s; the process ends without it\n`,
      );
      process.exit(1);
    }, left).unref();
    await open.close();
    await logging.close();
    clearTimeout(patience);
  }
}

/** Does what can be done at the end without giving the thread back: the close hooks begin, and exit listeners run. */
export function finishNow({ open }: Pick<OpenedServer, 'open'>): void {
  try {
    open.closeNow();
  } finally {
    process.emit('exit', 1);
  }
}
