import type { LoadedConfig } from '../config';
import type { Setup } from './pack';
import type { World } from './world';

// By then a client has its first answers.
const LATER_MS = 300;

/** Logs a warning, once an app is served without a configuration file, if the project of its main script has one elsewhere. */
export function warnOfConfigElsewhere(
  { request }: Pick<LoadedConfig, 'request'>,
  { cwd, command }: Pick<World, 'cwd' | 'command'>,
  { log, onClose }: Pick<Setup, 'log' | 'onClose'>,
): void {
  const script = command[1];
  if (script === undefined || request.inForce.text !== undefined) return;
  const warn = async (): Promise<void> => {
    const { configElsewhere, notInForce } = await import('./config-elsewhere.js');
    const file = await configElsewhere(script, cwd);
    if (file !== undefined) log.warning(notInForce(file, cwd));
  };
  const timer = setTimeout(() => void warn(), LATER_MS).unref();
  onClose(() => clearTimeout(timer));
}
