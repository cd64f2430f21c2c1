import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Collected } from './collected-output';
import type { ProcessCommand, OpenDescriptor, RunOptions } from './run-options';
import type { OutputStream } from './process-exit';
import { limited } from './process-limits';
import { MARKER } from './process-marker';
import { ProcessGroup } from './process-group';
import { findOnPath } from './find-program';
import { sandboxed } from './bubblewrap';
import { endLeftovers } from './command-ending';
import { isDirectory } from './launch-line';
import type { Stage, StageEnd } from './pipeline-stage';
import { launchStage } from './launched-stage';

/** A command's position in its pipeline: `next` is the stdin it writes to, `closed` if that command reads elsewhere. */
export type StageOptions = RunOptions & { first: boolean; next: Writable | 'closed' | undefined };

/** Starts one command; rejects if it cannot be started or a redirection cannot be opened. */
export async function startStage(
  command: ProcessCommand,
  options: StageOptions,
  collected: Collected,
): Promise<Stage> {
  const opened: OpenDescriptor[] = [];
  try {
    const wiring = await wire(command, options, opened);
    const boxed = options.sandbox
      ? sandboxed(options.sandbox, { ...command, cwd: options.cwd }, options.limits?.processes)
      : command;
    const env = { ...options.env, ...command.env };
    if (isPlain(command, options)) {
      const launched = await launchStage(
        { ...boxed, cwd: options.cwd, env },
        options.limits ?? {},
        collected,
      );
      if (launched) return launched;
    }
    const started = isThere(boxed.file, env) ? limited(boxed, options.limits ?? {}) : boxed;
    const marker = randomUUID();
    const child = await spawned(command.file, started, {
      cwd: options.cwd,
      env: { ...env, [MARKER]: marker },
      stdio: wiring.stdio,
    });
    const group = new ProcessGroup(child.pid!, marker, { isWatched: options.sandbox !== undefined });
    if (wiring.collect[1])
      child.stdout?.on('data', (chunk: Buffer) => collected.add(chunk, wiring.collect[1]!));
    if (wiring.collect[2])
      child.stderr?.on('data', (chunk: Buffer) => collected.add(chunk, wiring.collect[2]!));
    if (wiring.unread) child.stdout?.destroy();
    child.stdin?.on('error', () => undefined);
    if (options.first && child.stdin) child.stdin.end(options.stdin);
    return { stdin: child.stdin, group, isLaunched: false, done: ending(child, group) };
  } finally {
    await Promise.all(opened.map((descriptor) => descriptor.close()));
  }
}

// A command by itself, that reads nothing and prints to us.
function isPlain({ redirects }: ProcessCommand, { first, next, stdin }: StageOptions): boolean {
  return first && next === undefined && stdin === undefined && !redirects?.length;
}

type Sink = OutputStream | Writable | 'closed' | number;

interface Wiring {
  readonly stdio: StdioOptions;
  readonly collect: { 1?: OutputStream; 2?: OutputStream };
  /** Whether nothing reads its output: writing then ends it, as in any pipe. */
  readonly unread: boolean;
}

// Maps redirections to spawn's stdio: pipes to collect from, the next command's stdin, descriptors, or nothing.
async function wire(
  command: ProcessCommand,
  options: StageOptions,
  opened: OpenDescriptor[],
): Promise<Wiring> {
  let input: 'pipe' | 'ignore' | number = !options.first || options.stdin !== undefined ? 'pipe' : 'ignore';
  const sinks: { 1: Sink; 2: Sink } = { 1: options.next ?? 'stdout', 2: 'stderr' };
  for (const redirect of command.redirects ?? []) {
    if (redirect.to === 'stream') {
      if (redirect.stream !== 0) sinks[redirect.stream] = sinks[redirect.target];
      continue;
    }
    const descriptor = await redirect.open();
    opened.push(descriptor);
    if (redirect.stream === 0) input = descriptor.fd;
    else sinks[redirect.stream] = descriptor.fd;
  }
  const stdio: StdioOptions = [input];
  const collect: Wiring['collect'] = {};
  for (const stream of [1, 2] as const) {
    const sink = sinks[stream];
    if (sink === 'stdout' || sink === 'stderr') collect[stream] = sink;
    stdio[stream] = typeof sink === 'string' ? 'pipe' : sink;
  }
  return { stdio, collect, unread: sinks[1] === 'closed' };
}

function spawned(
  shown: string,
  { file, args }: { file: string; args: readonly string[] },
  options: { cwd: string; env: Record<string, string>; stdio: StdioOptions },
): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    if (!isDirectory(options.cwd))
      throw new Error(`cannot start ${shown}: the working directory ${options.cwd} does not exist`);
    const child = spawn(file, args, {
      ...options,
      // A group of its own; on Windows that would be a console of its own.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    child.once('spawn', () => resolve(child));
    child.once('error', (error) => reject(new Error(`cannot start ${shown}: ${error.message}`)));
  });
}

// A program that isn't there is reported by starting it, not by what would have limited it.
function isThere(file: string, env: Readonly<Record<string, string>>): boolean {
  const found = findOnPath(file, env);
  return found !== undefined && statSync(found, { throwIfNoEntry: false })?.isFile() === true;
}

function ending(child: ChildProcess, group: ProcessGroup): Promise<StageEnd> {
  const closed = new Promise<StageEnd>((resolve) =>
    child.once('close', (exitCode, signal) => resolve({ exitCode, signal })),
  );
  const left = new Promise<void>((resolve) => child.once('exit', () => resolve())).then(() =>
    endLeftovers(child, closed, group),
  );
  return Promise.all([closed, left]).then(([end]) => {
    group.release();
    return end;
  });
}
