import { findApp } from '../../app/load-app';
import { runStdio } from '../../app/run-app-on-stdio';
import { inStartDirectory } from '../../app/start-directory';
import { thisProcess } from '../../app/world';
import { parseOptions } from '../../config';
import type { StdioServer } from '../../serve/stdio/stdio-server';
import { guardStdout, type StdoutGuard } from '../../serve/stdio/stdout-guard';
import { UsageError, type Command, type Io } from '../command';
import { SUMMARIES } from '../command-names';
import { namedOption } from '../../config/named-option';
import { namingApp } from '../project-app/naming-app';
import { warningIfStale } from '../project-app/warn-while-serving';

const USAGE = `toolwright serve [--http [HOST:]PORT] [--app FILE] [--config FILE] [--root DIR]… [--pack NAME]… …

  Serves an app, or the tools that ship, on stdio or on HTTP. docs/configuration.md says more about each option.`;

/** Serves an app on stdio until the client disconnects or a signal arrives, or on HTTP. */
export const command: Command = {
  name: 'serve',
  usage: USAGE,
  async help(given, { env, ...io }) {
    const { cwd, args } = inStartDirectory({ cwd: io.cwd, args: given });
    const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
    const guard = guardStdout(process.stdout, process.stderr, { warns: false });
    const app = await findApp({ cwd, env, options }).finally(guard.release);
    const { optionHelp } = await import('../../config/option-help.js');
    return `${SUMMARIES.serve}\n\n  ${USAGE}\n\n${optionHelp(app.configModel)}`;
  },
  async run(given, io) {
    // Before the app is loaded: its modules may print.
    const guard = guardStdout();
    try {
      await (
        await served(given, io, guard)
      ).ended;
      return 0;
    } catch (error) {
      guard.release();
      throw error;
    }
  },
};

async function served(
  given: readonly string[],
  { env, stderr, cwd: start }: Io,
  guard: StdoutGuard,
): Promise<StdioServer> {
  const started = inStartDirectory({ ...thisProcess(), cwd: start, args: [...given] });
  const { cwd, args } = started;
  const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
  const app = await findApp({ cwd, env, options });
  const opened = warningIfStale(app, args, { cwd, env });
  const world = { ...started, env, stderr, ...(opened && { opened }) };
  const [extra] = parseOptions(args, {}, app.configModel).positionals;
  if (extra !== undefined) throw new UsageError(`serve takes options only, got '${extra}'`);
  return namingApp(app, args, { cwd, env }, () => runStdio(app, world, guard));
}
