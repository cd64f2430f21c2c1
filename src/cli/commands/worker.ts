import { findApp } from '../../app/load-app';
import { runWorker } from '../../app/run-worker';
import { inStartDirectory } from '../../app/start-directory';
import { thisProcess } from '../../app/world';
import { parseOptions } from '../../config';
import { UsageError, type Command } from '../command';
import { namedOption } from '../../config/named-option';
import { namingApp } from '../project-app/naming-app';
import { warningIfStale } from '../project-app/warn-while-serving';

/** Runs the operations that servers share through a Redis, until a signal arrives. */
export const command: Command = {
  name: 'worker',
  usage:
    'toolwright worker --operations redis://HOST:PORT [--app FILE] [--config FILE] [--operations-max-running N] [--operations-grace SECONDS] …  (the same options as serve; docs/scale-out.md)',
  async run(given, { env, stderr, ...io }) {
    const { cwd, args } = inStartDirectory({ cwd: io.cwd, args: given });
    const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
    const app = await findApp({ cwd, env, options });
    const opened = warningIfStale(app, args, { cwd, env });
    const world = { ...thisProcess(), cwd, env, stderr, args, ...(opened && { opened }) };
    const [extra] = parseOptions(args, {}, app.configModel).positionals;
    if (extra !== undefined) throw new UsageError(`worker takes options only, got '${extra}'`);
    const worker = await namingApp(app, args, { cwd, env }, () => runWorker(app, world));
    await worker.ended;
    return 0;
  },
};
