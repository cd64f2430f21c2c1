import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Does what may start a process, and returns the process beside what came of it; an SDK's client doesn't say how its server ended. */
export async function withStarted<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly started: ChildProcess | undefined }> {
  const all: ChildProcess[] = [];
  const hear = (message: unknown): void => void all.push((message as { process: ChildProcess }).process);
  subscribe('child_process', hear);
  try {
    const result = await run();
    return { result, started: all[0] };
  } finally {
    unsubscribe('child_process', hear);
  }
}

/** Waits for the end of a process, and returns how it ended in words: `exit code 1`, `signal SIGKILL`. */
export async function endOf(started: ChildProcess): Promise<string> {
  if (started.exitCode === null && started.signalCode === null)
    await new Promise((resolve) => started.once('exit', resolve));
  const { exitCode, signalCode } = started;
  return signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;
}
