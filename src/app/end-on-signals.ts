const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Closes a server on the first signal; a second one ends the process immediately. */
export class SignalEnd {
  private ending = false;

  constructor(private readonly server: { close(): Promise<void> }) {
    for (const signal of SIGNALS) process.on(signal, this.end);
  }

  /** Restores the default handling of signals. */
  readonly leave = (): void => {
    for (const signal of SIGNALS) process.off(signal, this.end);
  };

  private readonly end = (): void => {
    if (this.ending) process.exit(1);
    this.ending = true;
    void this.server.close();
  };
}
