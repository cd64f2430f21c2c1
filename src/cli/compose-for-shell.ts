import type { Io } from './command';
import { compose, type Composition } from '../app/compose';
import { parseOptions, type OwnOptions, type ParsedOptions } from '../config';
import { loadForServer } from '../app/load-for-server';
import { createLogging } from '../logging';

/** The same server as `serve` would run, for a command that only looks at it or makes one call. */
export async function composeForShell(
  args: string[],
  io: Io,
  own: OwnOptions = {},
): Promise<ParsedOptions & { composition: Composition }> {
  const { options, positionals } = parseOptions(args, own);
  const loaded = await loadForServer({ cwd: io.cwd, env: io.env, options });
  const { level, file, json } = loaded.config.log;
  const logging = createLogging({ level, json, stderr: io.stderr, ...(file !== undefined && { file }) });
  const composition = await compose({ loaded, cwd: io.cwd, env: io.env, log: logging.log });
  const close = async (): Promise<void> => {
    await composition.close();
    await logging.close();
  };
  return { composition: { ...composition, close }, options, positionals };
}
