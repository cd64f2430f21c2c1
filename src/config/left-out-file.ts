import { isObject } from '../base/json-value';
import { memberAt } from '../base/nested-member';
import type { Origin } from './config-problem';
import { configPath, modelOf, type MetRequest } from './config-request';
import { normalise } from './normalise-values';
import { Sources } from './setting-sources';
import { parseConfigText } from './yaml-file';

/**
 * Returns a function that finds where the configuration file that was left out sets something; undefined for what it doesn't
 * set. No value of it is believed, or even judged.
 */
export async function placesInLeftOut(request: MetRequest): Promise<(path: string) => Origin | undefined> {
  const { leftOut } = request.inForce;
  if (leftOut === undefined) return () => undefined;
  const { file, name } = configPath(request);
  const parsed = await parseConfigText(leftOut, name);
  const values = normalise(modelOf(request).cls, parsed.value);
  if (!isObject(values)) return () => undefined;
  const sources = new Sources({ ...parsed, file, name }, new Map(), values);
  return (path) => (memberAt(values, path.split('.')) == null ? undefined : sources.where(path));
}
