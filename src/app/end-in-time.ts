import { LAST_ANSWERS_MS } from '../calls/server-ending';
import { closingMs } from './close-limits';
import { EndWatch } from './end-watch';
import { SignalEnd } from './end-on-signals';
import type { OpenedServer } from './open-app-for-server';

// What calls, operations, and what was cancelled before get to return, in turn, once they were told to.
const RETURNING_MS = 3 * LAST_ANSWERS_MS;

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
  /** Milliseconds that running calls get before closing begins. */
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
  private readonly endMs: number;
  private server: EndingServer | undefined;
  /** When everything has to be over, on the process's own clock. */
  private endsAt = Infinity;

  constructor(private readonly request: EndRequest) {
    const { opened, workMs } = request;
    const { app, config, registry } = opened.open;
    this.closingMs = closingMs(config);
    this.endMs = workMs + RETURNING_MS + this.closingMs;
    this.watch = new EndWatch({
      name: app.name,
      graceMs: workMs,
      endMs: this.endMs,
      signals: true,
      readAhead: () => this.server?.readAhead?.() ?? false,
      catchUp: () => this.server?.catchUp?.(),
      finish: () => finishNow(opened),
    });
    registry.onWork = this.watch.note;
  }

  /** The end of what is served has begun. */
  readonly noticed = (): void => {
    this.endsAt = Math.min(this.endsAt, performance.now() + this.endMs);
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
    const { open, logging } = this.request.opened;
    const { close, services, start } = open.app.options;
    // Only an author's code may hang: everything else is closed without starting a thread for it.
    this.watch.ending({ starts: (close ?? services ?? start) !== undefined });
    await this.inTime(this.endMs, () => open.endWork());
    await this.inTime(this.closingMs, async () => {
      await open.close();
      await logging.close();
    });
  }

  private async inTime(ms: number, work: () => Promise<void>): Promise<void> {
    const patience = this.patience(ms);
    await work().finally(() => clearTimeout(patience));
  }

  // Work that was told to return, and didn't, has used some of the time. The timer keeps the process: one with nothing
  // else to do would end before anybody said why, and with 0.
  private patience(ms: number): NodeJS.Timeout {
    const { opened, stderr } = this.request;
    const { name } = opened.open.app;
    const giveUp = (): void => {
      stderr(`${name}: closing took longer than ${ms / 1000} s; the process ends without it\n`);
      process.exit(1);
    };
    return setTimeout(giveUp, Math.min(ms, this.endsAt - performance.now()));
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
