import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { MARKER } from './process-marker';
import { signalTree } from './signal-tree';
import { supervise } from './process-supervisor';

/** How long a process may take to exit after SIGTERM. */
export const GRACE_MS = 500;

/** More processes and threads than a system starts in a millisecond. */
const MOST_STARTED_IN_MS = 200;

const live = new Map<number, string>();

/** A started command with all its descendants, signalled and ended together. */
export class ProcessGroup {
  private ending: Promise<void> | undefined;
  /** The pipe ends given to the command, as the system names them. */
  private readonly streams: readonly string[];

  private readonly unsupervise: () => void;
  private readonly started = performance.now();

  /** `pid` leads its own group; `marker` is the value of the marker variable in its environment. */
  constructor(
    readonly pid: number,
    readonly marker: string,
    /** Whether it ends with this process by itself, as in the sandbox. */
    diesWithParent = false,
  ) {
    this.unsupervise = diesWithParent ? () => undefined : supervise(pid, marker);
    if (live.size === 0) process.on('exit', killAllGroups);
    live.set(pid, marker);
    this.streams = [1, 2]
      .map((stream) => linkOf(`/proc/${pid}/fd/${stream}`))
      .filter((link) => /^(socket|pipe):/.test(link));
  }

  /** Asks every process to exit, then kills what is left. */
  end(): Promise<void> {
    return (this.ending ??= this.endAll());
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
    for (const pid of allProcesses()) if (this.holds(pid)) signal(pid, 'SIGKILL');
  }

  /** Forgets the group, once nothing of it is running. */
  release(): void {
    this.unsupervise();
    live.delete(this.pid);
    if (live.size === 0) process.off('exit', killAllGroups);
  }

  private holds(pid: number): boolean {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((name) =>
        this.streams.includes(linkOf(`/proc/${pid}/fd/${name}`)),
      );
    } catch {
      return false;
    }
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
    if (!countsUp(this.pid, newest, performance.now() - this.started)) return allProcesses();
    return newest === this.pid ? [] : allProcesses().filter((pid) => pid > this.pid);
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

// Only Linux exposes other processes' environments; elsewhere only the group is ended.
function findMarked(marker: string, among = allProcesses()): number[] {
  const wanted = `${MARKER}=${marker}`;
  return among.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(wanted);
    } catch {
      return false; // ended in the meantime, or another user's
    }
  });
}

// Whether the numbers of all processes started after one are higher: the newest is, and there are too many numbers for the
// system to have gone through all of them since.
function countsUp(pid: number, newest: number, elapsedMs: number): boolean {
  return newest >= pid && Number(textOf('/proc/sys/kernel/pid_max')) > elapsedMs * MOST_STARTED_IN_MS;
}

function newestProcess(): number {
  return Number(textOf('/proc/loadavg').trim().split(' ').at(-1));
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}

function allProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  } catch {
    return [];
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
