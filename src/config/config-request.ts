import { resolve } from 'node:path';
import { shippedModel, type ConfigModel } from './config-model';

/** The file looked for in the working directory. */
export const CONFIG_FILE = 'toolwright.yaml';

/** The given options, by name without dashes, as `parseOptions` returns them. */
export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** What a configuration is loaded from. */
export interface ConfigRequest {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly options?: OptionValues;
  /** A file that must exist; by default `--config`, `TOOLWRIGHT_CONFIG`, or `toolwright.yaml` if there is one. */
  readonly path?: string;
  /** The available settings; those of the shipped server by default. */
  readonly model?: ConfigModel | undefined;
}

/** Returns the settings of a request. */
export function modelOf({ model }: Pick<ConfigRequest, 'model'>): ConfigModel {
  return model ?? shippedModel;
}

/** A fulfilled request, with the file's text that is in force, for watching it. */
export interface MetRequest extends ConfigRequest {
  readonly inForce: {
    readonly text: string | undefined;
    /** The text of a file that was found and left out, because the operator neither named nor trusted it. */
    readonly leftOut?: string;
  };
}

/** Returns the configuration file of a request, and whether it must exist. */
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
