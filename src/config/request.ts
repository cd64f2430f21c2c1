import { resolve } from 'node:path';
import { shippedModel, type ConfigModel } from './model';

/** The file that is looked for in the working directory. */
export const CONFIG_FILE = 'toolwright.yaml';

/** What options were given, by name without dashes, as `parseOptions` reads them. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What a configuration is made from. */
export interface ConfigRequest {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options?: OptionValues;
  /** A file that must exist; by default `--config`, `TOOLWRIGHT_CONFIG`, or `toolwright.yaml` if there is one. */
  readonly path?: string;
  /** The settings there are; those of the shipped server by default. */
  readonly model?: ConfigModel | undefined;
}

/** The settings that a request is about. */
export function modelOf({ model }: Pick<ConfigRequest, 'model'>): ConfigModel {
  return model ?? shippedModel;
}

/** A request that was met, with the file's text that is in force, for whoever watches it from then on. */
export interface MetRequest extends ConfigRequest {
  readonly inForce: { readonly text: string | undefined };
}

/** The configuration file a request is about, and whether it must exist. */
export function configPath({ cwd, env, options, path }: ConfigRequest): {
  file: string;
  name: string;
  required: boolean;
} {
  const option = options?.['config'];
  const named =
    path ?? (typeof option === 'string' ? option : undefined) ?? (env['TOOLWRIGHT_CONFIG'] || undefined);
  const name = named ?? CONFIG_FILE;
  return { file: resolve(cwd, name), name, required: named !== undefined };
}
