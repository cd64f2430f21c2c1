import type { LoadedConfig } from '../config';
import { configElsewhere, notInForce, servedScript } from './config-elsewhere';
import type { Setup } from './pack';
import type { World } from './world';

// By then a client has its first answers.
const LATER_MS = 300;

/** Logs a warning, once an app is served without a configuration file, if its own project has one elsewhere. */
export function warnOfConfigElsewhere(
  { request }: Pick<LoadedConfig, 'request'>,
  { cwd, command }: Pick<World, 'cwd' | 'command'>,
  { log, onClose }: Pick<Setup, 'log' | 'onClose'>,
): void {
  if (request.inForce.text !== undefined) return;
  const warn = async (): Promise<void> => {
    const script = servedScript(request, command);
    const file = script === undefined ? undefined : await configElsewhere(script, cwd);
    if (file !== undefined) log.warning(notInForce(file, cwd));
  };
  const timer = setTimeout(() => void warn(), LATER_MS).unref();
  onClose(() => clearTimeout(timer));
}
