import { ConfigError } from '../../config';

/** Returns whether an error says that a configuration file is wrong, which depends on the app that it is for. */
export function isOfConfigFile(error: unknown): boolean {
  return error instanceof ConfigError && error.problems.some(({ origin }) => origin.source === 'file');
}
