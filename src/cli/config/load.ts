import { isObject } from '../../checker';
import { schemaOf } from '../../schema';
import { buildConfig } from './build';
import { checkValue } from './check';
import { Config } from './config';
import { readLayers, type Layer } from './layers';
import { normalise } from './normalise';
import { ConfigError, type ConfigProblem, type Origin } from './problems';
import { configPath, type ConfigRequest } from './request';
import { parentOf, Sources } from './sources';
import { parseConfigText, readConfigText, type ConfigFile } from './yaml-file';

/** A configuration that holds, and where each part of it came from. */
export interface LoadedConfig {
  readonly config: Config;
  readonly sources: Sources;
  /** What it was made from, for reading it again. */
  readonly request: ConfigRequest;
}

/** Reads the configuration: option over environment over file over default; throws a ConfigError with every problem. */
export async function loadConfig(request: ConfigRequest): Promise<LoadedConfig> {
  const text = await textOf(request);
  return configFromText(request, text);
}

/** The same from a text that was read already. */
export async function configFromText(
  request: ConfigRequest,
  text: string | undefined,
): Promise<LoadedConfig> {
  const { file, name } = configPath(request);
  const parsed = text === undefined ? undefined : await parseConfigText(text, name);
  const layer = readLayers(request);
  const problems = [...(parsed ? problemsOf(parsed, name) : []), ...layer.problems];
  if (problems.length) throw new ConfigError(problems);
  const config = buildConfig(merge(parsed?.value, layer));
  const sources = new Sources(parsed && { ...parsed, file, name }, layer.origins);
  return { config, request: { ...request, inForce: { text } }, sources };
}

/** The text of the configuration file; undefined where there is none and none is needed. */
export async function textOf(request: ConfigRequest): Promise<string | undefined> {
  const { file, name, required } = configPath(request);
  const origin: Origin = { source: 'file', file: name };
  try {
    const text = await readConfigText(file);
    if (text !== undefined || !required) return text;
  } catch (error) {
    const message = `the file can't be read: ${(error as Error).message}`;
    throw new ConfigError([
      { origin, path: '', message, cure: 'Make it a readable file, or name another with --config.' },
    ]);
  }
  throw new ConfigError([
    { origin, path: '', message: 'there is no such file', cure: 'Name an existing one with --config.' },
  ]);
}

function problemsOf(parsed: ConfigFile, name: string): ConfigProblem[] {
  if (parsed.problems.length) return [...parsed.problems];
  return checkValue(normalise(Config, parsed.value), schemaOf(Config)).map(
    ({ path, message, cure, unknownKey }) => ({
      origin: { source: 'file', file: name, ...nearestPosition(parsed, path, unknownKey) },
      path,
      message: path === '' ? `the file ${message}` : message,
      cure,
    }),
  );
}

function nearestPosition(parsed: ConfigFile, path: string, unknownKey: boolean) {
  if (unknownKey && parsed.keys.has(path)) return parsed.keys.get(path);
  for (let at = path; ; at = parentOf(at)) {
    const found = parsed.values.get(at);
    if (found || at === '') return found;
  }
}

function merge(file: unknown, layer: Layer): Record<string, unknown> {
  const merged = isObject(file) ? (normalise(Config, file) as Record<string, unknown>) : {};
  for (const [path, value] of layer.values) {
    let at = merged;
    for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
    at[path[path.length - 1]!] = value;
  }
  return merged;
}
