import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SignalEnd } from '../../app/end-on-signals';
import { findAppFile } from '../../app/load-app';
import { inStartDirectory } from '../../app/start-directory';
import { thisProcess } from '../../app/world';
import { parseOptions } from '../../config';
import { buildWayOf } from '../../dev/project-builder';
import { runDev } from '../../dev/run-dev';
import { UsageError, type Command, type Io } from '../command';
import { listensOnHttp } from '../dev/listens-on-http';
import { startBuilder, startVersionProcess } from '../dev/start-processes';
import { namedOption, withoutOption } from '../../config/named-option';
import { USUAL_APPS } from '../project-app/find-project-app';
import { paintFor } from '../terminal-colours';

const USAGE = `toolwright dev [--app FILE] [--http [HOST:]PORT] [--tsconfig FILE] [serve options]

  Serves an app while you work on it: each save is compiled and takes over without ending the connection of a client or a
  call under way. Calls, wrong arguments and type errors are shown on stderr; while there are type errors, the last good
  version goes on.

  --app FILE       the module that exports the app, as you write it: src/app.ts; in a terminal it is looked for
  --http           serve on HTTP instead of stdio
  --tsconfig FILE  the compiler's settings; the nearest tsconfig.json by default`;

/** Serves an app that is being worked on, and takes over each save. */
export const command: Command = {
  name: 'dev',
  usage: USAGE,
  async run(given, outer) {
    const world = inStartDirectory({ ...thisProcess(), cwd: outer.cwd, args: given });
    const { cwd, args } = world;
    const io = { ...outer, cwd };
    const source = await appSource(args, io);
    const tsconfig = namedOption(args, 'tsconfig');
    if (tsconfig === undefined && args.some((word) => /^--tsconfig(?:=|$)/.test(word)))
      throw new UsageError('--tsconfig: needs a value; write --tsconfig FILE');
    const way = buildWayOf(source, tsconfig === undefined ? undefined : resolve(cwd, tsconfig));
    // A client that is told this command has to name the app, even if it was found here.
    const command =
      namedOption(args, 'app') === undefined ? [...world.command, '--app', source] : world.command;
    const isHttp = await listensOnHttp(args, { cwd, env: io.env });
    const server = runDev({
      world: { ...world, command, env: io.env, stderr: io.stderr },
      colour: paintFor(io, 'stderr'),
      args: withoutOption(args, 'tsconfig'),
      isHttp,
      startVersion: () => startVersionProcess(cwd),
      startBuilder: (tell) => startBuilder(way, source, tell),
    });
    const signals = new SignalEnd(server);
    const problem = await server.ended;
    signals.leave();
    if (problem !== undefined) throw new UsageError(problem);
    return 0;
  },
};

async function appSource(args: readonly string[], io: Io): Promise<string> {
  const { cwd, env } = io;
  const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
  const named = await findAppFile({ cwd, env, options });
  if (named !== undefined) {
    if (existsSync(named)) return named;
    throw new UsageError(`--app: there is no file ${named}`);
  }
  // A client starts servers in whatever directory is open: code that merely lies there must not run.
  const found = io.terminal && USUAL_APPS.map((name) => resolve(cwd, name)).find((file) => existsSync(file));
  if (found) return found;
  // Without an app there are no other options than those of every app.
  parseOptions(args, { tsconfig: { type: 'string' } });
  throw new UsageError('which app? name its module: toolwright dev --app src/app.ts');
}
