import { existsSync, readFileSync } from 'node:fs';
import { totalmem } from 'node:os';

/** What commands may use; 0 or absent for no limit. */
export interface CommandLimits {
  /** How many may run at once, and how many may wait for their turn. */
  readonly commands?: number;
  readonly waiting?: number;
  /** CPU time of one process, in seconds. */
  readonly cpuSeconds?: number;
  /** Memory of a command with everything it started. */
  readonly memoryBytes?: number;
  /** Processes of a command. */
  readonly processes?: number;
  /** Open files of one process. */
  readonly openFiles?: number;
  /** Size of a file that it writes. */
  readonly fileBytes?: number;
}

/** The limits without configuration. */
export const DEFAULT_COMMAND_LIMITS = {
  commands: 32,
  waiting: 256,
  cpuSeconds: 3_600,
  memoryBytes: Math.floor(totalmem() * 0.75),
  processes: 512,
  openFiles: 4_096,
  fileBytes: 10_000_000_000,
} as const satisfies CommandLimits;

const PRLIMIT = '/usr/bin/prlimit';
const SHELL = '/bin/sh';

// What a shell adds to the environment is taken out again.
const SCRIPT = 'eval "$1"; shift; unset PWD OLDPWD SHLVL _; exec "$@"';

/** Returns the command line that runs a program with limits on each of its processes, as far as this system can. */
export function limited(
  command: { readonly file: string; readonly args: readonly string[] },
  limits: CommandLimits,
  tools: { readonly prlimit: boolean; readonly shell: boolean } = installed(),
): { file: string; args: readonly string[] } {
  const wanted = perProcess(limits);
  if (!wanted.length) return command;
  if (tools.prlimit) {
    const options = wanted.filter(belowHardLimit).map(({ option, value, grace }) => {
      return `--${option}=${value}:${value + grace}`;
    });
    return options.length
      ? { file: PRLIMIT, args: [...options, '--', command.file, ...command.args] }
      : command;
  }
  if (!tools.shell) return command;
  const lines = wanted.map(
    ({ letter, value, unit }) => `ulimit -${letter} ${Math.ceil(value / unit)} 2>/dev/null`,
  );
  return { file: SHELL, args: ['-c', SCRIPT, 'sh', lines.join(';'), command.file, ...command.args] };
}

// The system counts threads too, of which a compiler or a runtime may have several for each core.
const THREADS_PER_PROCESS = 8;

/** Returns the command line that runs a program of which the system starts no more than some processes and their threads. */
export function withTaskLimit(
  command: { readonly file: string; readonly args: readonly string[] },
  processes: number,
): { file: string; args: readonly string[] } {
  const most = processes * THREADS_PER_PROCESS;
  if (!installed().prlimit || most > (ownLimits().get('Max processes') ?? 0)) return command;
  return { file: PRLIMIT, args: [`--nproc=${most}:${most}`, '--', command.file, ...command.args] };
}

interface ProcessLimit {
  /** Its name for prlimit, in `/proc/self/limits`, and as a letter for `ulimit`. */
  readonly option: string;
  readonly title: string;
  readonly letter: string;
  readonly value: number;
  /** What `ulimit` counts in. */
  readonly unit: number;
  /** How far the hard limit is above. */
  readonly grace: number;
}

function perProcess({ cpuSeconds, memoryBytes, openFiles, fileBytes }: CommandLimits): ProcessLimit[] {
  const all = [
    { option: 'cpu', title: 'Max cpu time', letter: 't', value: cpuSeconds, unit: 1, grace: 5 },
    { option: 'data', title: 'Max data size', letter: 'd', value: memoryBytes, unit: 1024, grace: 0 },
    { option: 'nofile', title: 'Max open files', letter: 'n', value: openFiles, unit: 1, grace: 0 },
    { option: 'fsize', title: 'Max file size', letter: 'f', value: fileBytes, unit: 512, grace: 0 },
  ];
  return all.flatMap(({ value, ...rest }) => (value ? [{ ...rest, value }] : []));
}

// Only root may raise a hard limit; a lower one is in force anyway.
function belowHardLimit({ title, value, grace }: ProcessLimit): boolean {
  return value + grace <= (ownLimits().get(title) ?? 0);
}

// What one command needs of this process: its directory, its streams, and a pipe to learn how it started.
const FILES_PER_COMMAND = 10;
const FILES_OF_SERVER = 64;

/** Returns how many commands this process can run at once before its table of open files is full. */
export function roomForCommands(): number {
  const files = ownLimits().get('Max open files') ?? Infinity;
  return Math.max(1, Math.floor((files - FILES_OF_SERVER) / FILES_PER_COMMAND));
}

let known: ReadonlyMap<string, number> = new Map();

// The hard limits of this process, which Node also makes its soft ones; empty where they can't be read.
function ownLimits(): ReadonlyMap<string, number> {
  if (!known.size) known = readOwnLimits();
  return known;
}

function readOwnLimits(): ReadonlyMap<string, number> {
  try {
    const lines = readFileSync('/proc/self/limits', 'utf8').split('\n').slice(1);
    const rows = lines.map((line) => /^(.+?)\s{2,}(\S+)\s+(\S+)/.exec(line)).filter((row) => row !== null);
    return new Map(rows.map((row) => [row[1]!, row[3] === 'unlimited' ? Infinity : Number(row[3])]));
  } catch {
    return new Map();
  }
}

let found: { prlimit: boolean; shell: boolean } | undefined;

function installed(): { prlimit: boolean; shell: boolean } {
  return (found ??= { prlimit: existsSync(PRLIMIT), shell: existsSync(SHELL) });
}

/** Names the limit behind the signal or exit code that ended a command, if there is one. */
export function limitReached(
  end: { readonly exitCode: number | null; readonly signal: NodeJS.Signals | null },
  { cpuSeconds, fileBytes }: CommandLimits,
): string | undefined {
  if (cpuSeconds && (end.signal === 'SIGXCPU' || end.exitCode === 152))
    return `it used more than ${cpuSeconds} s of CPU time (limits.cpu)`;
  if (fileBytes && (end.signal === 'SIGXFSZ' || end.exitCode === 153))
    return `it wrote a file larger than ${Math.round(fileBytes / 1_000_000)} MB (limits.file_size)`;
  return undefined;
}
