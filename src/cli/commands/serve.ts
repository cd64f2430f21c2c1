import { createLogging } from '../../logging';
import { guardStdout } from '../../serve/stdout-guard';
import { serveStdio } from '../../serve/serve-stdio';
import { banner, startCommand } from '../banner';
import { UsageError, type Command } from '../command';
import { compose } from '../../app/compose';
import { parseOptions } from '../../config';
import { loadForServer } from '../../app/load-for-server';
import { partsOf } from '../../app/parts';
import { version } from '../../app/version';
import { instructionsOf } from '../../app/prompts-config';

// How long open work may take to end before the process is ended regardless.
const GRACE = 1500;

/** Serves on stdio until the client goes or a signal comes. */
export const command: Command = {
  name: 'serve',
  summary: 'serve the tools on stdio',
  usage:
    'toolwright serve [--config FILE] [--root DIR]… [--pack NAME]… [--prefix TEXT] [--log-level LEVEL] …  (docs/configuration.md lists every option)',
  async run(args, io) {
    const { options, positionals } = parseOptions(args);
    const [extra] = positionals;
    if (extra !== undefined) throw new UsageError(`serve takes options only, got '${extra}'`);
    const guard = guardStdout();
    const loaded = await loadForServer({ cwd: io.cwd, env: io.env, options });
    const { config } = loaded;
    const { level, file, json } = config.log;
    const logging = createLogging({ level, json, ...(file !== undefined && { file }) });
    const composition = await compose({ loaded, cwd: io.cwd, env: io.env, log: logging.log });
    if (process.stdin.isTTY) {
      const command = startCommand([process.execPath, ...process.argv.slice(1)], io.cwd, loaded.sources);
      io.stderr(banner(composition, { version: version(), command }));
    }
    const server = await serveStdio(composition.registry, {
      guard,
      name: 'toolwright',
      version: version(),
      descriptions: config.descriptions,
      pageSize: config.pageSize,
      visible: composition.setup.exposure.visible,
      ...instructionsOf(composition),
      parts: partsOf(composition),
    });
    const stop = (): void => void server.close();
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
    await server.ended;
    setTimeout(() => process.exit(0), config.operations.grace * 1000 + GRACE).unref();
    await composition.close();
    await logging.close();
    return 0;
  },
};
