import { closingMs, type CloseFailure } from '../app/close-limits';
import { findApp } from '../app/load-app';
import { loadForServer } from '../app/load-app-for-server';
import { openLoaded, type OpenApp } from '../app/open-loaded-app';
import type { App } from '../app/app';
import { warnOfMisspeltVariables } from '../app/warn-of-misspelt-variables';
import { parseOptions, type OwnOptions, type ParsedOptions } from '../config';
import { createLogging } from '../logging';
import type { Io } from './command';
import type { BeforeStart } from './judging-first';
import { namedOption } from '../config/named-option';

/** A command line, parsed with the settings of its app. */
export interface ForApp extends ParsedOptions {
  readonly app: App;
}

/** Finds the app for a command line, and parses the rest with its settings. */
export async function readForApp(args: readonly string[], io: Io, own: OwnOptions = {}): Promise<ForApp> {
  const { cwd, env } = io;
  const options = { app: namedOption(args, 'app'), config: namedOption(args, 'config') };
  const app = await findApp({ cwd, env, options });
  return { app, ...parseOptions(args, own, app.configModel) };
}

/** What a command does with an app that it opens. */
export interface ShellUse {
  /** It calls `verify` next, and finds the mistakes of registration there instead of having them thrown. */
  readonly verified?: boolean;
  /** Hears of what fails when the app is closed, which the log has too. */
  readonly closeFailed?: (failure: CloseFailure) => void;
  /** Judges the command line by what the app offers, before its hooks run. */
  readonly beforeStart?: BeforeStart | undefined;
}

/** Opens the app that `serve` would serve, for a command that inspects it or makes one call. */
export async function openForShell(
  args: readonly string[],
  io: Io,
  own: OwnOptions = {},
  { verified = false, closeFailed, beforeStart }: ShellUse = {},
): Promise<ParsedOptions & { open: OpenApp }> {
  const { app, options, positionals } = await readForApp(args, io, own);
  const { cwd, env } = io;
  const loaded = await loadForServer(app, { cwd, env, options, model: app.configModel });
  const { level, file, json } = loaded.config.log;
  const logging = createLogging({ level, json, stderr: io.stderr, ...(file !== undefined && { file }) });
  await warnOfMisspeltVariables(env, app.configModel, logging.log);
  const closing = {
    stepMs: closingMs(loaded.config),
    failed(failure: CloseFailure) {
      if (failure.isUnsettled) io.endAfterwards?.();
      closeFailed?.(failure);
    },
  };
  const open = await openLoaded(app, { loaded, cwd, env, log: logging.log, verified, closing, beforeStart });
  const close = async (): Promise<void> => {
    await open.close();
    await logging.close();
  };
  return { open: { ...open, close }, options, positionals };
}
