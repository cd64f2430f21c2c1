import { setTimeout as delay } from 'node:timers/promises';
import { allProcesses, countsUp, findMarked, holdsStream, linkOf, newestProcess } from './process-table';
import { leftNothing } from './left-processes';
import { signalTree } from './signal-tree';
import { supervise } from './process-supervisor';

/** How long a process may take to exit after SIGTERM. */
export const GRACE_MS = 500;

/** How often it is looked for what a command may have left, before that is taken to be so. */
const LOOKS = 4;

const live = new Map<number, string>();

/** What differs between groups. */
export interface GroupFacts {
  /** Whether it ends with this process without the supervisor: in the sandbox, or with a launcher that is supervised. */
  readonly isWatched?: boolean;
  /** The process started last before the command; the leader itself by default. */
  readonly after?: number;
  /** The leader's descriptors that the command prints to. */
  readonly outputs?: readonly number[];
}

/** A started command with all its descendants, signalled and ended together. */
export class ProcessGroup {
  private ending: Promise<void> | undefined;
  /** The pipe ends given to the command, as the system names them. */
  private readonly streams: readonly string[];

  private readonly unsupervise: () => void;
  private readonly started = performance.now();
  private readonly after: number;

  /** `pid` leads its own group; `marker` is the value of the marker variable in its environment. */
  constructor(
    readonly pid: number,
    readonly marker: string,
    facts: GroupFacts = {},
  ) {
    this.unsupervise = facts.isWatched ? () => undefined : supervise(pid, marker);
    this.after = facts.after ?? pid;
    if (live.size === 0) process.on('exit', killAllGroups);
    live.set(pid, marker);
    this.streams = (facts.outputs ?? [1, 2])
      .map((stream) => linkOf(`/proc/${pid}/fd/${stream}`))
      .filter((link) => /^(socket|pipe):/.test(link));
  }

  /** Asks every process to exit, then kills what is left. */
  end(): Promise<void> {
    return (this.ending ??= this.endAll());
  }

  /** Whether it is being ended. */
  get isEnding(): boolean {
    return this.ending !== undefined;
  }

  /** Kills every process at once. */
  async kill(): Promise<void> {
    signalTree(this.pid, 'SIGKILL');
    await this.killEscaped();
  }

  /** Kills what the command left behind after it exited. */
  async sweep(): Promise<void> {
    if (signalTree(this.pid, 'SIGTERM')) await this.killAfterGrace();
    // Those in the sandbox die with it, but not at the same moment.
    await this.killEscaped(this.candidates());
  }

  /** Kills processes that still hold the command's output, having left its group and environment. */
  async killHolders(): Promise<void> {
    for (const pid of allProcesses()) if (holdsStream(pid, this.streams)) signal(pid, 'SIGKILL');
  }

  /** Tells whether the command ended by itself and certainly left nothing, neither a process nor a holder of its output. */
  async leftNothing(): Promise<boolean> {
    const { pid: leader, marker, streams, after } = this;
    for (let look = 0; look < LOOKS && !this.ending; look++) {
      if (leftNothing({ leader, marker, streams, after, elapsedMs: performance.now() - this.started }))
        return true;
      // Those in the sandbox die with it, but not at the same moment.
      await delay(1);
    }
    return false;
  }

  /** Forgets the group, once nothing of it is running. */
  release(): void {
    this.unsupervise();
    live.delete(this.pid);
    if (live.size === 0) process.off('exit', killAllGroups);
  }

  private async endAll(): Promise<void> {
    const escaped = findMarked(this.marker);
    signalTree(this.pid, 'SIGTERM');
    for (const pid of escaped) signal(pid, 'SIGTERM');
    await this.killAfterGrace();
    await this.killEscaped();
  }

  private async killAfterGrace(): Promise<void> {
    const until = performance.now() + GRACE_MS;
    while (performance.now() < until) {
      if (!signalTree(this.pid, 0)) return;
      await delay(10);
    }
    signalTree(this.pid, 'SIGKILL');
  }

  // What a short command has started came after it, and has a higher number unless the system began again from the first;
  // looking into every process would take longer than the command. If the system's newest process is the command itself,
  // nothing was started at all.
  private candidates(): number[] {
    const newest = newestProcess();
    if (!countsUp(this.after, newest, performance.now() - this.started)) return allProcesses();
    return newest === this.after ? [] : allProcesses().filter((pid) => pid > this.after);
  }

  // A process may fork during the search, so it is repeated until it finds nothing.
  private async killEscaped(among = allProcesses()): Promise<void> {
    for (let round = 0; round < 20; round++) {
      const escaped = findMarked(this.marker, round === 0 ? among : allProcesses());
      if (escaped.length === 0) return;
      for (const pid of escaped) signal(pid, 'SIGKILL');
      await delay(5);
    }
  }
}

/** Kills every process started here that is still running, when the server exits. */
export function killAllGroups(): void {
  for (const [pid, marker] of live) {
    signalTree(pid, 'SIGKILL');
    for (const escaped of findMarked(marker)) signal(escaped, 'SIGKILL');
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
