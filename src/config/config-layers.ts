import { checkValue } from './check-config';
import { valueFromOption, valueFromText } from './setting-from-text';
import { normaliseEntries } from './normalise-values';
import { joinPath } from './yaml-file';
import type { ConfigProblem, Origin } from './config-problem';
import { modelOf, type ConfigRequest, type OptionValues } from './config-request';
import type { KnownSetting } from './known-settings';

/** The values set by options and environment variables, options first; invalid values are reported and omitted. */
export interface Layer {
  readonly values: ReadonlyMap<readonly string[], unknown>;
  /** Their origins, by path. */
  readonly origins: ReadonlyMap<string, Origin>;
  readonly problems: readonly ConfigProblem[];
}

/** Reads every setting given by an option or a variable. */
export function readLayers(request: Pick<ConfigRequest, 'env' | 'options' | 'model'>): Layer {
  const { env, options = {} } = request;
  const values = new Map<readonly string[], unknown>();
  const origins = new Map<string, Origin>();
  const problems: ConfigProblem[] = [];
  for (const setting of modelOf(request).settings) {
    const found = fromOptions(setting, options) ?? fromVariables(setting, env);
    if (!found) continue;
    const path = setting.path.reduce(joinPath, '');
    const value = setting.entry ? normaliseEntries(setting.entry, found.value) : found.value;
    const wrong = checkValue(value, setting.schema, setting.secrets);
    for (const problem of wrong) {
      const inner =
        problem.path === ''
          ? path
          : problem.path.startsWith('[')
            ? path + problem.path
            : `${path}.${problem.path}`;
      problems.push({ origin: found.origin, path: inner, message: problem.message, cure: problem.cure });
    }
    if (wrong.length) continue;
    values.set(setting.path, value);
    origins.set(path, found.origin);
  }
  return { values, origins, problems };
}

interface Found {
  readonly value: unknown;
  readonly origin: Origin;
}

function fromOptions(setting: KnownSetting, options: OptionValues): Found | undefined {
  for (const name of [setting.option, ...(setting.names.aliases ?? [])]) {
    const given = options[name] ?? (options[`no-${name}`] === true ? false : undefined);
    if (given === undefined) continue;
    return { value: valueFromOption(given, setting), origin: { source: 'option', name: `--${name}` } };
  }
  return undefined;
}

function fromVariables(setting: KnownSetting, env: ConfigRequest['env']): Found | undefined {
  for (const name of setting.variables) {
    const text = env[name];
    if (text === undefined || (text === '' && !setting.names.emptyCounts)) continue;
    const only = setting.names.exactly?.[name];
    if (only !== undefined && text !== only) continue;
    return { value: valueFromText(text, setting), origin: { source: 'environment', name } };
  }
  return undefined;
}
