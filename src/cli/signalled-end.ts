import { constants } from 'node:os';
import { EndWatch } from '../app/end-watch';

/** What is done when a signal asks a command to end. */
export interface SignalledEndOptions {
  /** The command, as it names itself on stderr. */
  readonly name: string;
  readonly stderr: (text: string) => void;
  /** Begins the end; called for the first signal. */
  readonly begin: (signal: NodeJS.Signals) => void;
  /** Does what can be done at the end while an author's code keeps this thread. */
  readonly finish: () => void;
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// What running code gets to give its thread back, and the whole end.
const GRACE_MS = 1_000;
const END_MS = 5_000;

// Another thread takes some milliseconds to start, so a command that is over soon goes without.
const SOON_MS = 100;

/**
 * Ends a command on signals: the first begins the end, a second one ends it at once. An author's code may keep this thread
 * for ever, so while it runs another one listens.
 */
export class SignalledEnd {
  private readonly watch: EndWatch;
  private came = false;
  private soon: NodeJS.Timeout | undefined;

  constructor(private readonly options: SignalledEndOptions) {
    const { name, finish } = options;
    const times = { graceMs: GRACE_MS, endMs: END_MS };
    this.watch = new EndWatch({ name, ...times, signals: true, heard: this.hear, finish });
  }

  /** Listens on this thread, as long as no code of an author's runs on it. */
  listen(): void {
    for (const signal of SIGNALS) process.on(signal, this.hear);
  }

  /** Listens on another thread from now on, since what runs next may keep this one. */
  readonly watchOver = (what: string): void => {
    clearTimeout(this.soon);
    this.watch.note(what);
    this.watch.awaitListening();
    this.unlisten();
  };

  /** Does so if this takes longer; where nothing listens until then, a signal ends the process as ever in Node. */
  watchOverLater(what: string): void {
    this.soon = setTimeout(this.watchOver, SOON_MS, what);
  }

  /** Restores the default handling of signals. */
  leave(): void {
    clearTimeout(this.soon);
    this.unlisten();
    void this.watch.stop();
  }

  private unlisten(): void {
    for (const signal of SIGNALS) process.off(signal, this.hear);
  }

  private readonly hear = (signal: NodeJS.Signals): void => {
    const code = 128 + constants.signals[signal];
    if (this.came) process.exit(code);
    this.came = true;
    // A close hook of an author's may keep this thread too.
    this.watch.ending({ starts: true, signal });
    this.unlisten();
    setTimeout(() => {
      const { stderr, name } = this.options;
      stderr(`${name}: ending took longer than ${END_MS / 1000} s; the process ends without it\n`);
      process.exit(code);
    }, END_MS).unref();
    this.options.begin(signal);
  };
}
