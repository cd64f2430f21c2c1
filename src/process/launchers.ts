import { existsSync } from 'node:fs';
import { Launcher } from './launcher';
import { limited, type CommandLimits } from './process-limits';

const SETPRIV = '/usr/bin/setpriv';
const SHELL = '/bin/sh';

/** How many wait for commands, and for how long. */
const MOST_IDLE = 4;
const IDLE_MS = 30_000;

// A launcher uses a little of the CPU time that a command may.
const MOST_USES = 500;

// A shell needs a few open files of its own.
const FEWEST_FILES = 32;

// Where something is always left, or nothing can be proven, launchers cost more than they save.
const MOST_WASTED = 8;
const PAUSE_MS = 60_000;

const idle = new Map<Launcher, { readonly words: string; readonly timer: NodeJS.Timeout }>();
let wasted = 0;
let pausedUntil = 0;
let canLaunch: boolean | undefined;

/** Returns a launcher whose commands get these limits, an idle one if there is one; undefined where commands are started directly. */
export async function takeLauncher(limits: CommandLimits): Promise<Launcher | undefined> {
  canLaunch ??= process.platform === 'linux' && existsSync(SETPRIV) && existsSync(SHELL);
  if (!canLaunch || performance.now() < pausedUntil) return undefined;
  if (limits.openFiles && limits.openFiles < FEWEST_FILES) return undefined;
  const command = startOf(limits);
  const words = command.args.join(' ');
  for (const [launcher, one] of idle) {
    if (one.words !== words) continue;
    clearTimeout(one.timer);
    idle.delete(launcher);
    if (!launcher.isGone) return launcher;
  }
  return Launcher.start(command);
}

/** Gives a launcher back that is ready for another command. */
export function keepLauncher(launcher: Launcher, limits: CommandLimits): void {
  wasted = 0;
  if (idle.size >= MOST_IDLE || launcher.uses >= MOST_USES) return launcher.end();
  const timer = setTimeout(() => {
    idle.delete(launcher);
    launcher.end();
  }, IDLE_MS).unref();
  idle.set(launcher, { words: startOf(limits).args.join(' '), timer });
}

/** Notes that a launcher can't be used again, though its command ended by itself. */
export function wasteLauncher(): void {
  if (++wasted < MOST_WASTED) return;
  wasted = 0;
  pausedUntil = performance.now() + PAUSE_MS;
}

// The kernel ends it with this process, and with it what runs in a sandbox.
function startOf(limits: CommandLimits): { file: string; args: readonly string[] } {
  return limited({ file: SETPRIV, args: ['--pdeathsig', 'KILL', '--', SHELL, '-s'] }, limits);
}
