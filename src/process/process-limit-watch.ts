import { readdirSync, readFileSync } from 'node:fs';
import type { CommandLimits } from './process-limits';

/** A command that is watched. */
export interface Watched {
  /** The process that leads its group. */
  readonly pid: number;
  /** Whether that process only started the command, and doesn't count. */
  readonly isLaunched?: boolean;
  readonly limits: Pick<CommandLimits, 'processes' | 'memoryBytes'>;
  /** Called once with the limit that it exceeds. */
  readonly exceeded: (limit: string) => void;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly bytes: number;
}

const EVERY_MS = 200;
const PAGE = 4096;

const watched = new Set<Watched>();
let timer: NodeJS.Timeout | undefined;

/** Watches the processes and memory of a command with everything it started, where `/proc` shows them; returns how to stop. */
export function watchLimits(command: Watched): () => void {
  if (!command.limits.processes && !command.limits.memoryBytes) return () => undefined;
  watched.add(command);
  timer ??= setInterval(check, EVERY_MS).unref();
  return () => {
    watched.delete(command);
    if (watched.size) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function check(): void {
  const processes = readProcesses();
  for (const command of watched) {
    const limit = exceededBy(command, processesOf(command, processes));
    if (limit === undefined) continue;
    watched.delete(command);
    command.exceeded(limit);
  }
}

function exceededBy({ limits }: Watched, tree: readonly Process[]): string | undefined {
  const { processes, memoryBytes } = limits;
  if (processes && tree.length > processes)
    return `it had more than ${processes} processes (limits.processes)`;
  const resident = tree.reduce((sum, { bytes }) => sum + bytes, 0);
  if (!memoryBytes || resident <= memoryBytes) return undefined;
  // Pages that processes share were counted for each of them, so they are counted again in proportion.
  const used = tree.reduce((sum, one) => sum + (proportional(one.pid) ?? one.bytes), 0);
  if (used <= memoryBytes) return undefined;
  return `it used more than ${Math.round(memoryBytes / 1_000_000)} MB of memory (limits.memory)`;
}

function processesOf({ pid: leader, isLaunched }: Watched, all: readonly Process[]): readonly Process[] {
  const tree = treeOf(leader, all);
  return isLaunched ? tree.filter(({ pid }) => pid !== leader) : tree;
}

// Descendants, and whoever is in the same group or session after its parent has ended.
function treeOf(leader: number, all: readonly Process[]): Process[] {
  const children = new Map<number, Process[]>();
  for (const one of all) {
    const own = one.pid === leader || one.group === leader || one.session === leader;
    const key = own ? leader : one.parent;
    const siblings = children.get(key);
    if (siblings) siblings.push(one);
    else children.set(key, [one]);
  }
  const tree: Process[] = [];
  const open = [leader];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const found = children.get(next) ?? [];
    children.delete(next);
    tree.push(...found);
    open.push(...found.map(({ pid }) => pid));
  }
  return tree;
}

function readProcesses(): Process[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  } catch {
    return [];
  }
}

function readProcess(pid: number): Process[] {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
    const [parent, group, session] = fields.slice(1, 4).map(Number) as [number, number, number];
    return [{ pid, parent, group, session, bytes: Number(fields[21]) * PAGE }];
  } catch {
    return [];
  }
}

function proportional(pid: number): number | undefined {
  try {
    const found = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'));
    return found ? Number(found[1]) * 1024 : undefined;
  } catch {
    return undefined;
  }
}
