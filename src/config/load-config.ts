import { isObject } from '../base/json-value';
import { buildConfig } from './build-config';
import { checkFile } from './check-file';
import type { Config } from './config';
import type { ConfigModel } from './config-model';
import { readLayers, type Layer } from './config-layers';
import { normalise } from './normalise-values';
import { ConfigError, type ConfigProblem, type Origin } from './config-problem';
import { configPath, modelOf, type ConfigRequest, type MetRequest } from './config-request';
import { notTrusted, verdictOn } from './found-file';
import { parentOf, Sources } from './setting-sources';
import type { TrustVerdict } from '../trust/trust-store';
import { parseConfigText, readConfigText, type ConfigFile } from './yaml-file';

/** A valid configuration, and the origin of each part. */
export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Sources;
  /** What it was read from, for reading it again. */
  readonly request: MetRequest;
}

/** A configuration as read: the valid part, and the problems of the rest. */
export interface ReadConfig {
  readonly loaded: LoadedConfig;
  readonly problems: readonly ConfigProblem[];
}

/** Loads the configuration: option over environment over file over default; throws a ConfigError with every problem. */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const { loaded, problems } = await readConfig(request);
  if (problems.length) throw new ConfigError(problems);
  return loaded;
}

/** The same without throwing, for callers that add problems: returns the problems and the valid part. */
export async function readConfig(request: ConfigRequest): Promise<ReadConfig> {
  const text = await configText(request);
  const verdict = text === undefined ? 'trusted' : await verdictOn(request, text);
  // Its rules may be stricter than the defaults, so those don't stand in for it.
  if (verdict === 'changed') throw new ConfigError([notTrusted(request, verdict)]);
  if (verdict === 'trusted') return configFromText(request, text);
  const { loaded, problems } = await configFromText(request, undefined);
  return {
    loaded: { ...loaded, request: { ...request, inForce: { text: undefined, leftOut: text! } } },
    problems,
  };
}

/** The same from text that has already been read. */
export async function configFromText(request: ConfigRequest, text: string | undefined): Promise<ReadConfig> {
  const { file, name } = configPath(request);
  const parsed = text === undefined ? undefined : await parseConfigText(text, name);
  const layer = readLayers(request);
  const model = modelOf(request);
  const judged = parsed ? judge(parsed, name, model) : { value: {}, problems: [] };
  const values = merge(judged.value, layer);
  const config = buildConfig(model, values);
  const sources = new Sources(parsed && { ...parsed, file, name }, layer.origins, values);
  const problems = [
    ...judged.problems,
    ...layer.problems,
    ...(judged.problems.length ? [] : model.missing(values)),
  ];
  return {
    loaded: { config, request: { ...request, inForce: { text } }, sources },
    problems: problems.length ? problems : await model.brokenRules(config, sources),
  };
}

/** Returns a top-level text of the file that is needed before the rest can be read, whether or not it is trusted. */
export async function fileSetting(
  request: ConfigRequest,
  key: string,
): Promise<{ readonly value: string; readonly verdict: TrustVerdict } | undefined> {
  const text = await configText(request);
  if (text === undefined || !text.includes(`${key}:`)) return undefined;
  const { value } = await parseConfigText(text, configPath(request).name);
  const found = isObject(value) ? value[key] : undefined;
  if (typeof found !== 'string' || found === '') return undefined;
  return { value: found, verdict: await verdictOn(request, text) };
}

/** Reads the configuration file; undefined if there is none and none is required. */
export async function configText(request: ConfigRequest): Promise<string | undefined> {
  const { file, name, required } = configPath(request);
  const origin: Origin = { source: 'file', file: name };
  try {
    const text = readConfigText(file);
    if (text !== undefined || !required) return text;
  } catch (error) {
    const message = `the file cannot be read: ${(error as Error).message}`;
    throw new ConfigError([
      { origin, path: '', message, cure: 'Make it readable, or specify another file with --config.' },
    ]);
  }
  throw new ConfigError([
    { origin, path: '', message: 'there is no such file', cure: 'Specify an existing file with --config.' },
  ]);
}

function judge(
  parsed: ConfigFile,
  name: string,
  model: ConfigModel,
): { value: Record<string, unknown>; problems: readonly ConfigProblem[] } {
  if (parsed.problems.length) return { value: {}, problems: parsed.problems };
  const value = normalise(model.cls, parsed.value);
  const checked = checkFile(value, model);
  const problems = checked.wrong.map(({ path, message, cure, unknownKey }): ConfigProblem => ({
    origin: { source: 'file', file: name, ...nearestPosition(parsed, path, unknownKey) },
    path,
    message: path === '' ? `the file ${message}` : message,
    cure,
  }));
  return { value: checked.value, problems };
}

function nearestPosition(parsed: ConfigFile, path: string, unknownKey: boolean) {
  if (unknownKey && parsed.keys.has(path)) return parsed.keys.get(path);
  for (let at = path; ; at = parentOf(at)) {
    const found = parsed.values.get(at);
    if (found || at === '') return found;
  }
}

function merge(merged: Record<string, unknown>, layer: Layer): Record<string, unknown> {
  for (const [path, value] of layer.values) {
    let at = merged;
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
    at[path[path.length - 1]!] = value;
  }
  return merged;
}
