import { isObject } from '../base/json-value';
import { checkValue, withoutWrongParts, type ConfigValueProblem } from './check-config';
import type { ConfigModel } from './config-model';

/** What a file sets: the valid part, and the problems of the rest. */
export interface CheckedFile {
  readonly value: Record<string, unknown>;
  readonly wrong: readonly ConfigValueProblem[];
}

/**
 * Checks the values of a configuration file, in their long form. Most files are right and set little, so they are checked by
 * the schema of what they set; only to say what is wrong is that of all settings made.
 */
export function checkFile(
  value: unknown,
  model: Pick<ConfigModel, 'fileSchema' | 'fileSchemaFor' | 'secrets'>,
): CheckedFile {
  if (isObject(value) && !checkValue(value, model.fileSchemaFor(value)).length)
    return { value: structuredClone(value), wrong: [] };
  const { fileSchema } = model;
  const wrong = checkValue(value, fileSchema, model.secrets);
  return { value: withoutWrongParts(value, fileSchema, wrong), wrong };
}
