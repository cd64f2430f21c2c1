import { spawnSync } from 'node:child_process';

/** How a system ends processes; the defaults are those of this one. */
export interface SignalWays {
  readonly platform?: string;
  readonly kill?: (pid: number, signal: NodeJS.Signals | 0) => void;
  readonly run?: (file: string, args: readonly string[]) => void;
}

/**
 * Signals a process and its descendants: through its group or, on Windows, which has neither groups nor signals, with
 * taskkill, which ends them at once whatever the signal. Returns false if there is nobody left.
 */
export function signalTree(pid: number, signal: NodeJS.Signals | 0, ways: SignalWays = {}): boolean {
  const { platform = process.platform, kill = process.kill, run = runQuietly } = ways;
  try {
    kill(platform === 'win32' ? pid : -pid, platform === 'win32' ? 0 : signal);
  } catch {
    return false;
  }
  if (platform === 'win32' && signal !== 0) run('taskkill', ['/pid', String(pid), '/t', '/f']);
  return true;
}

function runQuietly(file: string, args: readonly string[]): void {
  spawnSync(file, args, { stdio: 'ignore', windowsHide: true, timeout: 5_000 });
}
