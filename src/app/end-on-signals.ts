const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Closes a server on the first signal; a second one ends the process immediately. Returns a function that restores the
 * default handling of signals.
 */
export function endOnSignals(server: { close(): Promise<void> }): () => void {
  let ending = false;
  const end = (): void => {
    if (ending) process.exit(1);
    ending = true;
    void server.close();
  };
  for (const signal of SIGNALS) process.on(signal, end);
  return () => {
    for (const signal of SIGNALS) process.off(signal, end);
  };
}
