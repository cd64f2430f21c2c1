import fs from 'node:fs';

// Said without Node's own types, so that authors can compile against it without naming them.
interface Output {
  write(chunk: string | Uint8Array, ...rest: unknown[]): boolean;
}

/** The protocol's own way to stdout, and how to give stdout back to everyone. */
export interface StdoutGuard {
  /** Writes to the real stdout; false when the reader is slow and `drain` should be awaited. */
  write(text: string): boolean;
  release(): void;
}

/**
 * Keeps stdout for the protocol: what anything else prints goes to stderr, and the culprit is named once.
 * It has to stand before anything else is loaded.
 */
export function guardStdout(stdout: Output = process.stdout, stderr: Output = process.stderr): StdoutGuard {
  const realWrite = stdout.write.bind(stdout);
  const { writeSync, write } = fs;
  const named = new Set<string>();
  const warnOnce = (): void => {
    const culprit = culpritOf(new Error().stack ?? '');
    if (named.has(culprit)) return;
    named.add(culprit);
    stderr.write(`toolwright: stdout belongs to the protocol; what ${culprit} prints there goes to stderr\n`);
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

// The first frame that is neither ours nor Node's own.
function culpritOf(stack: string): string {
  const frames = stack.split('\n').slice(1);
  const own = /stdout-guard|node:|\(internal|bundle-[0-9a-f]{8}/;
  const frame = frames.find((line) => !own.test(line)) ?? 'something';
  return /\(?([^()\s]+:\d+):\d+\)?$/.exec(frame)?.[1] ?? frame.trim();
}
