import { ConfigError, configPath, type ConfigRequest, type Origin } from '../config';

/**
 * Refuses to run code that a configuration file names which was merely found in the working directory. Clients start
 * servers in whatever directory is open, so somebody has to have named the file, or sit at the terminal.
 */
export function refuseFoundCode(
  request: ConfigRequest,
  setting: 'app' | 'modules',
  origin: Origin,
  terminal: boolean,
): void {
  const { required, name } = configPath(request);
  if (terminal || required || origin.source !== 'file') return;
  throw new ConfigError([
    {
      origin,
      path: setting,
      message: `names code to run, and the file was only found in the working directory`,
      cure: `If you trust it, start with --config ${name}.`,
    },
  ]);
}
