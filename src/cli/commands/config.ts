import { closingMs, type CloseFailure } from '../../app/close-limits';
import { warnOfMisspeltVariables } from '../../app/warn-of-misspelt-variables';
import { silentLogger } from '../../logger';
import type { Command, Io } from '../command';
import type { App } from '../../app/app';
import { loadForServer } from '../../app/load-app-for-server';
import { ConfigError, effectiveSettings, type LoadedConfig } from '../../config';
import { idleOnHttp, idleOnStdio, idleSettings, warnOfSettings } from '../../app/wiring/find-idle-settings';
import { listenProblems } from '../../app/wiring/foretell-problems';
import { leftOutText } from '../../app/workspace-trust';
import { withLeftOut } from '../../app/with-left-out';
import { createLogging } from '../../logging';
import { readForApp } from '../open-for-shell';
import { withProjectApp } from '../project-app/with-project-app';
import { refuseBoth, refuseExtra } from '../refuse-extra';

const OWN = {
  reference: { type: 'boolean' },
  schema: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

/** Shows the effective settings, their origins and what `serve` would refuse or warn of; or their reference page or schema. */
export const command: Command = {
  name: 'config',
  usage: 'toolwright config [--json | --reference | --schema] [serve options]',
  run: (args, io) =>
    withProjectApp(args, io, 'calls', (words, to) => show(words, to, words.length > args.length)),
};

async function show(args: readonly string[], io: Io, isFound: boolean): Promise<number> {
  const { app, options, positionals } = await readForApp(args, io, OWN);
  refuseExtra(positionals, 0);
  refuseBoth(options, 'reference', 'schema', 'json');
  const { configModel: model } = app;
  if (options['reference']) {
    const { configurationReference } = await import('../../config/reference-page.js');
    io.stdout(configurationReference(model));
    return 0;
  }
  if (options['schema']) {
    const { editorSchema } = await import('../../config/editor-schema.js');
    io.stdout(`${JSON.stringify(editorSchema(model), null, 2)}\n`);
    return 0;
  }
  const loaded = await loadForServer(app, { cwd: io.cwd, env: io.env, options, model }, { judged: true });
  const settings = effectiveSettings(loaded).map((setting) =>
    isFound && setting.path === 'app' ? { ...setting, from: 'found in this directory' } : setting,
  );
  const lines = settings.map(({ path, value, from }) => `${path}: ${JSON.stringify(value)}  # ${from}\n`);
  io.stdout(options['json'] ? `${JSON.stringify(settings, null, 2)}\n` : lines.join(''));
  await refuseWhatServeRefuses(app, loaded, io);
  return 0;
}

// Some rules can be checked only against the tools, so the app is opened once, and not served.
async function refuseWhatServeRefuses(
  app: App,
  loaded: LoadedConfig,
  { cwd, env, stderr, endAfterwards }: Io,
): Promise<void> {
  const { log, http } = loaded.config;
  const logging = createLogging({ level: log.level, json: log.json, stderr });
  await warnOfMisspeltVariables(env, app.configModel, logging.log);
  const { openLoaded } = await import('../../app/open-loaded-app.js');
  const closing = {
    stepMs: closingMs(loaded.config),
    failed({ text, isUnsettled }: CloseFailure) {
      logging.log.error(`A step of closing failed: ${text}`);
      if (isUnsettled) endAfterwards?.();
    },
  };
  const open = await openLoaded(app, { loaded, cwd, env, log: silentLogger, closing, judged: true });
  const { setup } = open;
  const { leftOut } = setup.trust;
  await open.close();
  const refused = listenProblems(setup);
  if (refused.length) throw await withLeftOut(new ConfigError(refused), loaded, { cwd, env });
  warnOfSettings(logging.log, [
    ...idleSettings(setup),
    ...(http.listen === undefined ? idleOnStdio : idleOnHttp)(setup),
  ]);
  if (leftOut.length) logging.log.warning(leftOutText(leftOut, cwd));
  await logging.close();
}
