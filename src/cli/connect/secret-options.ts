import { parseArgs } from 'node:util';
import { optionTable, type ConfigModel } from '../../config';
import { UsageError } from '../command';

/** A command line of `serve` without its secrets, and those as the environment variables that set the same. */
export interface WithoutSecrets {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Takes the secret settings out of the options of `serve`: what starts a server is shown in lists of processes and in logs. */
export function withoutSecretOptions(args: readonly string[], model: ConfigModel): WithoutSecrets {
  const secret = new Map(
    model.settings
      .filter((setting) => setting.secret)
      .flatMap((setting) =>
        [setting.option, ...(setting.names.aliases ?? [])].map((name) => [name, setting]),
      ),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options: optionTable(model),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const dropped = new Set<number>();
  const env: Record<string, string> = {};
  const lists = new Map<string, string[]>();
  for (const token of tokens) {
    const setting = token.kind === 'option' ? secret.get(token.name) : undefined;
    if (token.kind !== 'option' || !setting || token.value === undefined) continue;
    dropped.add(token.index);
    if (!token.inlineValue) dropped.add(token.index + 1);
    const variable = setting.variables[0]!;
    if (setting.kind !== 'list') env[variable] = token.value;
    else {
      lists.set(variable, [...(lists.get(variable) ?? []), token.value]);
      env[variable] = JSON.stringify(lists.get(variable));
    }
  }
  return { args: args.filter((_, at) => !dropped.has(at)), env };
}

/** Refuses secrets for a configuration that others share. */
export function refuseSharedSecrets(env: WithoutSecrets['env']): void {
  const names = Object.keys(env);
  if (names.length)
    throw new UsageError(
      `the configuration of a project is shared, and no place for secrets: leave them out, and let everybody set ${names.join(', ')} in their own environment`,
    );
}
