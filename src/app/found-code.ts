import { ConfigError, configPath, type ConfigRequest, type Origin } from '../config';

/**
 * Refuses to run code named by a configuration file that was merely found in the working directory. Clients start
 * servers in whatever directory is open, so the file must have been named explicitly, or a person be at the terminal.
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
      message: `names code to run, but the file was merely found in the working directory`,
      cure: `If you trust it, start with --config ${name}.`,
    },
  ]);
}
