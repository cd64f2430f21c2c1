import type { App } from '../../app/app';
import { builtInApp } from '../../app/built-in-app';
import type { Io } from '../command';
import { isOfConfigFile } from './wrong-config-file';

/**
 * Runs what serves an app that has to be named. If none was, the configuration of the app in its directory may look wrong to
 * the server that ships: then that app is named, and nothing is said about its configuration.
 */
export async function namingApp<T>(
  app: App,
  args: readonly string[],
  io: Pick<Io, 'cwd' | 'env'>,
  serve: () => Promise<T>,
): Promise<T> {
  try {
    return await serve();
  } catch (error) {
    if (app !== builtInApp || !isOfConfigFile(error)) throw error;
    const { unnamedApp } = await import('./unnamed-app.js');
    throw unnamedApp(args, io) ?? error;
  }
}
