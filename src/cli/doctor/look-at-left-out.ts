import { judgeFound } from '../../app/found-files';
import { leftOutText, type UntrustedFile } from '../../app/workspace-trust';
import { readConfig } from '../../config';
import type { Io } from '../command';
import { readForApp } from '../open-for-shell';
import { note, type Finding } from './finding';

/** Says what was left out because it was only found. */
export function leftOutFindings(leftOut: readonly UntrustedFile[], cwd: string): Finding[] {
  if (!leftOut.length) return [];
  return [note('trust', `${leftOutText(leftOut, cwd)}.`, 'Look at it, then run toolwright trust.')];
}

/** Says the same of an app that can't be opened: what it lacks may be in there. */
export async function lookAtLeftOut(args: readonly string[], io: Io): Promise<Finding[]> {
  const { cwd, env } = io;
  try {
    const { app, options } = await readForApp(args, io);
    const { loaded } = await readConfig({ cwd, env, options, model: app.configModel });
    return leftOutFindings((await judgeFound(loaded, { cwd, env })).leftOut, cwd);
  } catch {
    // Why the app can't be opened is said already.
    return [];
  }
}
