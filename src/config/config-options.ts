import { parseArgs } from 'node:util';
import { unknownOptionCure } from './unknown-option-cure';
import { ConfigError, type ConfigProblem } from './config-problem';
import { shippedModel, type ConfigModel } from './config-model';
import type { OptionValues } from './config-request';

/** One option, in the form that `parseArgs` takes. */
export interface OwnOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: boolean;
  readonly short?: string;
}

/** Options of a command besides the settings, by name without dashes. */
export type OwnOptions = Readonly<Record<string, OwnOption>>;

/** A parsed command line. */
export interface ParsedOptions {
  readonly options: OptionValues;
  readonly positionals: readonly string[];
}

/** Returns every setting as an option for `parseArgs`; a boolean also has a `no-` variant. */
export function optionTable(model: ConfigModel = shippedModel): OwnOptions {
  const table: Record<string, OwnOption> = { config: { type: 'string' } };
  for (const { option, names, kind } of model.settings) {
    const type = kind === 'switch' ? 'boolean' : 'string';
    for (const name of [option, ...(names.aliases ?? [])]) {
      const short = name === option ? names.short : undefined;
      table[name] = { type, ...(kind === 'list' && { multiple: true }), ...(short && { short }) };
      if (type === 'boolean') table[`no-${name}`] = { type };
    }
  }
  return table;
}

/** Parses a command line of settings and a command's own options; throws a ConfigError with every problem. */
export function parseOptions(
  args: readonly string[],
  own: OwnOptions = {},
  model: ConfigModel = shippedModel,
): ParsedOptions {
  if (!args.length) return { options: {}, positionals: [] };
  const table = { ...optionTable(model), ...own };
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: table,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const problems: ConfigProblem[] = [];
  const options = Object.create(null) as Record<string, string | boolean | string[]>;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const wrong = problemOf(token, table);
    if (wrong) problems.push({ origin: { source: 'option', name: token.rawName }, path: '', ...wrong });
    else if (table[token.name]!.multiple)
      options[token.name] = [...((options[token.name] as string[]) ?? []), token.value!];
    else options[token.name] = token.value ?? true;
  }
  if (problems.length) throw new ConfigError(problems);
  return { options, positionals };
}

function problemOf(
  token: { name: string; rawName: string; value?: string | undefined; inlineValue?: boolean | undefined },
  table: OwnOptions,
): Pick<ConfigProblem, 'message' | 'cure'> | undefined {
  const stated = Object.hasOwn(table, token.name) ? table[token.name]! : undefined;
  if (!stated) {
    const cure = unknownOptionCure(token.name, Object.keys(table));
    return {
      message: 'unknown option',
      cure: `${cure[0]!.toUpperCase()}${cure.slice(1)}${cure.endsWith('?') ? '' : '.'}`,
    };
  }
  if (stated.type === 'boolean') {
    return token.value === undefined
      ? undefined
      : { message: 'takes no value', cure: `Write --${token.name} or --no-${token.name}.` };
  }
  const missing = token.value === undefined || (!token.inlineValue && /^-(?!\.?\d)./.test(token.value));
  return missing ? { message: 'needs a value', cure: `Write ${token.rawName} VALUE.` } : undefined;
}
