import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { constants } from 'node:os';
import type { Socket } from 'node:net';
import { MarkedOutput } from './marked-output';
import { MARKER } from './process-marker';
import { supervise, superviseAgain } from './process-supervisor';
import type { StageEnd } from './pipeline-stage';
import { newestProcess } from './process-table';
import type { OutputStream } from './process-exit';

type Listener = (chunk: Buffer, stream: OutputStream) => void;

const STREAMS = { stdout: 1, stderr: 3 } as const;
const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name]));

/**
 * A small shell that starts commands for this process, one after another: a system copies the tables of a process's memory when it
 * starts another, and ours are large. It has the limits that a command gets, leads the group that a command is ended with, and its
 * streams are the command's.
 */
export class Launcher {
  readonly pid: number;
  /** Resolves when it has exited and nobody holds its streams. */
  readonly closed: Promise<void>;
  /** How many commands it has started. */
  uses = 0;
  private readonly unsupervise: () => void;
  private readonly outputs: { readonly [Stream in OutputStream]: MarkedOutput };
  private listener: Listener | undefined;
  private said = '';
  private tag = '';
  private reported: ((end: StageEnd) => void) | undefined;

  private constructor(
    readonly child: ChildProcess,
    readonly marker: string,
  ) {
    this.pid = child.pid!;
    this.unsupervise = supervise(this.pid, marker);
    const output = (name: OutputStream): MarkedOutput => {
      const marked = new MarkedOutput((chunk) => this.heard(chunk, name));
      this.stream(STREAMS[name]).on('data', (chunk: Buffer) => marked.add(chunk));
      return marked;
    };
    this.outputs = { stdout: output('stdout'), stderr: output('stderr') };
    this.stream(2).on('data', (chunk: Buffer) => this.hearShell(chunk));
    this.stream(0).on('error', () => undefined);
    child.once('exit', (exitCode, signal) => {
      this.reported?.({ exitCode, signal });
      for (const output of Object.values(this.outputs)) output.giveUp();
      if (!this.listener) this.unsupervise();
    });
    this.closed = new Promise((resolve) =>
      child.once('close', () => {
        for (const output of Object.values(this.outputs)) output.flush();
        resolve();
      }),
    );
  }

  /** Starts one with a command line that ends in a shell which reads what to do; undefined if that doesn't work here. */
  static start({ file, args }: { file: string; args: readonly string[] }): Promise<Launcher | undefined> {
    const marker = randomUUID();
    const child = spawn(file, args, {
      cwd: '/',
      env: { [MARKER]: marker },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    return new Promise((resolve) => {
      child.once('error', () => resolve(undefined));
      child.once('spawn', () => {
        const launcher = new Launcher(child, marker);
        // Where the system doesn't say which process is its newest, nothing could be proven of a command.
        if (newestProcess() >= launcher.pid) return resolve(launcher);
        launcher.kill();
        resolve(undefined);
      });
    });
  }

  /** Starts a command; resolves when it has ended, or the launcher with it. */
  run(line: string, tag: string, listener: Listener): Promise<StageEnd> {
    this.uses++;
    this.said = '';
    this.tag = tag;
    this.listener = listener;
    this.hold(true);
    superviseAgain();
    return new Promise((resolve) => {
      this.reported = resolve;
      if (this.isGone) resolve({ exitCode: null, signal: null, problem: 'its launcher has ended' });
      this.stream(0).write(this.uses === 1 ? `trap : TERM\n${line}` : line);
    });
  }

  /** Waits for all that an ended command printed, and is then ready for another; false if it can't be. */
  async isReadyAgain(): Promise<boolean> {
    if (this.isGone) return false;
    const mark = randomUUID();
    const ends = Object.values(this.outputs).map((output) => output.endAt(mark));
    this.stream(0).write(`printf %s ${mark}; printf %s ${mark} >&3\n`);
    if (!(await Promise.all(ends)).every(Boolean) || this.isGone) return false;
    this.listener = undefined;
    this.reported = undefined;
    this.hold(false);
    return true;
  }

  /** Ends it once it is idle. */
  end(): void {
    this.stream(0).end();
  }

  /** Kills it, though not what its command started. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Has the supervisor forget it, once nothing of its command is running. */
  release(): void {
    this.unsupervise();
  }

  /** Whether it has exited. */
  get isGone(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  // Nobody may print while no command runs.
  private heard(chunk: Buffer, stream: OutputStream): void {
    if (this.listener) this.listener(chunk, stream);
    else this.kill();
  }

  private hearShell(chunk: Buffer): void {
    this.said += chunk.toString('latin1');
    const [said = '', status] = this.said.split(this.tag);
    if (status?.endsWith('\n')) this.reported?.(endOf(Number(status), said.trim()));
  }

  private hold(holds: boolean): void {
    for (const one of [this.child, ...[0, 1, 2, 3].map((index) => this.stream(index))]) {
      if (holds) one.ref();
      else one.unref();
    }
  }

  private stream(index: number): Socket {
    return this.child.stdio[index] as Socket;
  }
}

// A shell says something itself when a signal ended a command, or when it could not start it; the status alone doesn't tell.
function endOf(status: number, said: string): StageEnd {
  if (!said) return { exitCode: status, signal: null };
  const signal = SIGNALS.get(status - 128);
  if (signal) return { exitCode: null, signal: signal as NodeJS.Signals };
  return { exitCode: null, signal: null, problem: said };
}
