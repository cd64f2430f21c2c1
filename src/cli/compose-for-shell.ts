import type { Io } from './command';
import { compose, type Composition } from './compose';
import { loadConfig, parseOptions } from './config';
import { createLogging } from '../logging';

/** The same server as `serve` would run, for a command that only looks at it or makes one call. */
export async function composeForShell(
  args: string[],
  io: Io,
): Promise<{ composition: Composition; positionals: readonly string[] }> {
  const { options, positionals } = parseOptions(args);
  const loaded = await loadConfig({ cwd: io.cwd, env: io.env, options });
  const { level, file, json } = loaded.config.log;
  const logging = createLogging({ level, json, stderr: io.stderr, ...(file !== undefined && { file }) });
  const composition = await compose({ loaded, cwd: io.cwd, env: io.env, log: logging.log });
  const close = async (): Promise<void> => {
    await composition.close();
    await logging.close();
  };
  return { composition: { ...composition, close }, positionals };
}
