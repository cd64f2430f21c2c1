import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

/** A process as the host sees it, in or out of a sandbox. */
export interface HostProcess {
  pid: number;
  parent: number;
  words: string[];
}

/** Waits until each of these programs runs below a process, and returns all that runs below it. */
export async function descendantsThatRun(pid: number, programs: string[]): Promise<HostProcess[]> {
  for (;;) {
    const below = descendants(pid);
    if (programs.every((program) => below.some((process) => runs(process, program)))) return below;
    await delay(20);
  }
}

/** Waits until none of these processes is there any more; a zombie doesn't count. */
export async function allGone(processes: HostProcess[]): Promise<void> {
  const isSame = (one: HostProcess) => (other: HostProcess) =>
    one.pid === other.pid && one.words.join(' ') === other.words.join(' ');
  let left = processes;
  for (let wait = 0; wait < 250 && left.length > 0; wait++) {
    const running = hostProcesses();
    left = processes.filter((one) => running.some(isSame(one)));
    if (left.length > 0) await delay(20);
  }
  expect(left).toEqual([]);
}

/** Waits until as many `sleep SECONDS` run on this machine; a number that nobody else uses tells them apart. */
export async function sleepersBecome(seconds: string, count: number): Promise<void> {
  const sleepers = () =>
    hostProcesses().filter(({ words }) => words[0]!.endsWith('sleep') && words.includes(seconds));
  for (let wait = 0; wait < 400 && sleepers().length !== count; wait++) await delay(50);
  expect(sleepers()).toHaveLength(count);
}

// `sh /path/nap 30` runs nap, and `sleep 30` sleep; `bwrap … sh /path/nap 30` only leads to it.
function runs({ words }: HostProcess, program: string): boolean {
  return words.slice(0, 2).some((word) => word.split('/').at(-1) === program);
}

function descendants(pid: number): HostProcess[] {
  const all = hostProcesses();
  const below = (parent: number): HostProcess[] =>
    all.filter((process) => process.parent === parent).flatMap((child) => [child, ...below(child.pid)]);
  return below(pid);
}

function hostProcesses(): HostProcess[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [, pid, parent, words] = /^\s*(\d+)\s+(\d+)\s+[^ZX\s]\S*\s+(.+)$/.exec(line) ?? [];
    return words === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), words: words.split(' ') }];
  });
}
