import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { release } from 'node:os';
import { dirname, sep } from 'node:path';
import { withTaskLimit } from './process-limits';
import { proveSandbox } from './prove-sandbox';

/** What a sandboxed command may access besides the system's own programs. */
export interface SandboxPlan {
  /** The bubblewrap program, proven by `findSandbox`. */
  readonly bwrap: string;
  /** Directories and files it may write. */
  readonly writable: readonly string[];
  /** Directories and files that are read-only. */
  readonly readable: readonly string[];
  /** Directories that are there, empty, and forgotten afterwards. */
  readonly empty?: readonly string[];
  /** Paths inside these that are hidden. */
  readonly hidden?: readonly string[];
  /** Whether it may use the network; not by default. */
  readonly network?: boolean;
  /** Whether the system counts the processes inside by themselves, so that it can limit them. */
  readonly countsProcesses?: boolean;
}

const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];
const SYSTEM_FILES = ['/etc/ld.so.cache', '/etc/alternatives', '/etc/localtime'];
const NETWORK_FILES = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/nsswitch.conf',
  '/etc/ssl',
  '/etc/ca-certificates',
  '/etc/pki',
];

const ISOLATION = [
  '--die-with-parent',
  '--new-session',
  '--unshare-user-try',
  '--unshare-pid',
  '--unshare-ipc',
  '--unshare-uts',
  '--cap-drop',
  'ALL',
];

/** The bubblewrap program to use, or why there is none. */
export type FoundSandbox =
  | { readonly bwrap: string; readonly countsProcesses: boolean }
  | { readonly bwrap?: undefined; readonly problem: string };

// A full table of open files, or a busy machine, must not leave commands without the sandbox for good.
const AGAIN_MS = 30_000;

const searched = new Map<string, { found: FoundSandbox; at: number }>();

/** Returns the bubblewrap program if it is installed and proved from inside that it holds. */
export function findSandbox(searchPath: readonly string[]): string | undefined {
  return searchSandbox(searchPath).bwrap;
}

/** Searches for bubblewrap and proves it, once per search path; a failure is tried again later. */
export function searchSandbox(searchPath: readonly string[], now = performance.now()): FoundSandbox {
  const key = searchPath.join(':');
  const before = searched.get(key);
  if (before && (before.found.bwrap !== undefined || now - before.at < AGAIN_MS)) return before.found;
  const found = search(searchPath);
  searched.set(key, { found, at: now });
  return found;
}

/** Returns the command line that runs a program in the sandbox, with a limit on its processes where the system can count them. */
export function sandboxed(
  plan: SandboxPlan,
  command: { file: string; args: readonly string[]; cwd: string },
  processes = 0,
): { file: string; args: string[] } {
  const args = [...ISOLATION];
  if (!plan.network) args.push('--unshare-net');
  for (const path of SYSTEM) args.push(...systemBind(path));
  for (const path of [...SYSTEM_FILES, ...(plan.network ? NETWORK_FILES : [])])
    args.push('--ro-bind-try', path, path);
  args.push('--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--dir', command.cwd);
  if (!isSystem(command.file)) args.push('--ro-bind-try', command.file, command.file);
  const mounts = inDepthOrder(plan);
  for (const { words } of mounts) args.push(...words);
  if (mounts.some(({ path }) => path === '/')) args.push('--proc', '/proc', '--dev', '/dev');
  for (const path of plan.hidden ?? []) args.push(...hide(path));
  const started = processes && plan.countsProcesses ? withTaskLimit(command, processes) : command;
  args.push('--chdir', command.cwd, '--', started.file, ...started.args);
  return { file: plan.bwrap, args };
}

function search(searchPath: readonly string[]): FoundSandbox {
  let problem = 'bubblewrap (bwrap) is not installed';
  for (const bwrap of searchPath.map((directory) => `${directory}/bwrap`)) {
    if (!existsSync(bwrap)) continue;
    const proof = proveSandbox((plan, command) => sandboxed({ bwrap, ...plan }, command));
    if (proof.problem === undefined) return { bwrap, countsProcesses: countsProcesses(proof.ownUsers) };
    problem = `${bwrap}: ${proof.problem}`;
  }
  return { problem };
}

// Linux counts them for each namespace of users since 5.14, and never limits root's.
function countsProcesses(ownUsers: boolean): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return ownUsers && process.getuid?.() !== 0 && (major > 5 || (major === 5 && minor >= 14));
}

// On merged-/usr systems /bin is a link to usr/bin, and stays one in the sandbox.
function systemBind(path: string): string[] {
  try {
    if (lstatSync(path).isSymbolicLink()) return ['--symlink', readlinkSync(path), path];
    return ['--ro-bind', path, path];
  } catch {
    return [];
  }
}

function isSystem(file: string): boolean {
  return SYSTEM.some((directory) => file.startsWith(directory + sep));
}

// Parents before children, so that a mount never covers an earlier one; of the same path, the last one counts.
function inDepthOrder(plan: SandboxPlan): { path: string; words: string[] }[] {
  const mounts = [
    ...(plan.empty ?? []).map((path) => ({ path, words: ['--tmpfs', path] })),
    ...plan.writable.map((path) => ({ path, words: ['--bind-try', path, path] })),
    ...plan.readable.map((path) => ({ path, words: ['--ro-bind-try', path, path] })),
  ];
  // The machine's own /proc shows all its processes.
  const shown = mounts.filter(({ path }) => !/^\/proc(?:\/|$)/.test(path));
  return shown.sort((a, b) => depth(a.path) - depth(b.path));
}

function depth(path: string): number {
  return path === dirname(path) ? 0 : path.split(sep).length;
}

function hide(path: string): string[] {
  try {
    return lstatSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
  } catch {
    return [];
  }
}
