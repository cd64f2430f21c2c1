import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import {
  ConfigError,
  configFromText,
  type Config,
  type ConfigProblem,
  type LoadedConfig,
} from '../../config';
import { moduleFiles, noModules } from '../load-modules';
import { chosenPacks } from '../open-packs';
import type { OpenApp } from '../open-loaded-app';
import { unknownNames } from './apply-tool-settings';
import { listenOptions } from './make-http-options';
import { policyProblems } from './find-policy-problems';
import { refusedSettings } from './find-idle-settings';
import { unknownShipped } from './find-shipped-definitions';
import { refuseUnusable } from './start-audit';

/** What a server would say of a configuration file that is left out, once somebody trusts it. */
export interface Foretold {
  /** Why it would not start. */
  readonly problems: readonly ConfigProblem[];
  /** Rules for tools that may come from what is not loaded before it is trusted. */
  readonly unsure: readonly ConfigProblem[];
}

/** Judges the configuration file that an open app has left out, without using it: nothing that it names is loaded or changed. */
export async function foretellProblems(open: OpenApp): Promise<Foretold> {
  const { request } = open.setup;
  const { leftOut } = request.inForce;
  if (leftOut === undefined) return { problems: [], unsure: [] };
  const { loaded, problems } = await configFromText(request, leftOut);
  const { config, sources } = loaded;
  const { registry } = open;
  const unknown = unknownNames({ config, sources, registry });
  const unsure = mayBringTools(config, open) ? unknown : [];
  // What a tool is not known to do may be just what it does.
  const rules = policyProblems(config, sources, registry.list()).filter(
    ({ path }) => !unsure.some((each) => path.startsWith(`${each.path}.`)),
  );
  const all = [
    ...problems,
    ...rules,
    ...unknownShipped(config, sources),
    ...refusedSettings({ ...open.setup, config, sources }),
    ...(unsure.length ? [] : unknown),
    ...(await placeProblems(loaded, open)),
  ];
  return { problems: all.filter(isOfFile), unsure: unsure.filter(isOfFile) };
}

/** Returns why a server that listens where the configuration says would not start. */
export function listenProblems({
  config,
  sources,
  cwd,
  log,
}: Pick<OpenApp['setup'], 'config' | 'sources' | 'cwd' | 'log'>): readonly ConfigProblem[] {
  if (config.http.listen === undefined) return [];
  return problemsOf(() => listenOptions({ config, sources, cwd, log }));
}

function mayBringTools({ modules, definitions }: Config, { setup }: OpenApp): boolean {
  const before = setup.config.definitions;
  return (
    modules.length > 0 ||
    definitions.watch ||
    setup.trust.leftOut.some(({ kind }) => kind === 'definition' || kind === 'module') ||
    String([definitions.enable, definitions.dirs]) !== String([before.enable, before.dirs])
  );
}

// What the file says about places: only whether they exist is looked at.
async function placeProblems(loaded: LoadedConfig, { app, setup }: OpenApp): Promise<ConfigProblem[]> {
  const { config, sources } = loaded;
  const { cwd, log } = setup;
  const { dir } = config.audit;
  const { prompts } = config;
  // A certificate would have to be read.
  const { cert: _cert, key: _key, ...http } = config.http;
  return [
    ...problemsOf(() => chosenPacks(app, loaded)),
    ...(dir === undefined ? [] : problemsOf(() => refuseUnusable(resolve(cwd, dir), { sources }))),
    ...(prompts === undefined || existsSync(resolve(cwd, prompts))
      ? []
      : [
          {
            origin: sources.where('prompts'),
            path: 'prompts',
            message: `names ${prompts}, but there is no such file`,
            cure: 'Set it to another file, or remove it.',
          },
        ]),
    ...(await moduleProblems(loaded, cwd)),
    ...listenProblems({ config: { ...config, http }, sources, cwd, log }),
  ];
}

// A pattern that leads out of the directory would have the disk searched for whoever wrote the file.
async function moduleProblems({ config, sources }: LoadedConfig, cwd: string): Promise<ConfigProblem[]> {
  const problems: ConfigProblem[] = [];
  for (const [index, pattern] of config.modules.entries()) {
    if (isAbsolute(pattern) || pattern.split(/[\\/{},]/).includes('..')) continue;
    if ((await moduleFiles(pattern, cwd)).length) continue;
    problems.push(noModules(pattern, index, sources, cwd));
  }
  return problems;
}

function problemsOf(judge: () => unknown): readonly ConfigProblem[] {
  try {
    judge();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

function isOfFile({ origin }: ConfigProblem): boolean {
  return origin.source === 'file';
}
