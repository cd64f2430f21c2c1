import fs from 'node:fs';

// Declared without Node's own types, so that authors can compile against it without them.
interface Output {
  write(chunk: string | Uint8Array, ...rest: unknown[]): boolean;
}

/** The protocol's access to stdout, and a function that restores stdout. */
export interface StdoutGuard {
  /** Writes to the real stdout; returns false if the reader is slow and `drain` should be awaited. */
  write(text: string): boolean;
  release(): void;
}

/**
 * Reserves stdout for the protocol: anything else printed there goes to stderr, with one warning naming its source.
 * Must be installed before anything else is loaded. `warns: false` leaves the warning out.
 */
export function guardStdout(
  stdout: Output = process.stdout,
  stderr: Output = process.stderr,
  { warns = true }: { warns?: boolean } = {},
): StdoutGuard {
  const realWrite = stdout.write.bind(stdout);
  const { writeSync, write } = fs;
  const named = new Set<string>();
  const warnOnce = (): void => {
    if (!warns) return;
    const culprit = culpritOf(new Error().stack ?? '');
    if (named.has(culprit)) return;
    named.add(culprit);
    stderr.write(`toolwright: stdout is reserved for the protocol; output of ${culprit} goes to stderr\n`);
  };
  stdout.write = (chunk, ...rest) => {
    warnOnce();
    return stderr.write(chunk, ...rest);
  };
  fs.writeSync = (fd: number, ...rest: unknown[]) => {
    if (fd === 1) warnOnce();
    return (writeSync as (...parameters: unknown[]) => number)(fd === 1 ? 2 : fd, ...rest);
  };
  fs.write = Object.assign((fd: number, ...rest: unknown[]) => {
    if (fd === 1) warnOnce();
    return (write as (...parameters: unknown[]) => void)(fd === 1 ? 2 : fd, ...rest);
  }, write);
  return {
    write: (text) => realWrite(text),
    release: () => {
      stdout.write = realWrite;
      fs.writeSync = writeSync;
      fs.write = write;
    },
  };
}

// The first frame that is neither ours nor Node's.
function culpritOf(stack: string): string {
  const frames = stack.split('\n').slice(1);
  const own = /stdout-guard|node:|\(internal|bundle-[0-9a-f]{8}/;
  const frame = frames.find((line) => !own.test(line)) ?? 'something';
  return /\(?([^()\s]+:\d+):\d+\)?$/.exec(frame)?.[1] ?? frame.trim();
}
