import { existsSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import { ordinaryText } from '../../disk/ordinary-text';

/** Returns the real directory of a package as a module in a directory would find it. */
export function packageFrom(directory: string, name: string): string | undefined {
  const from = createRequire(join(directory, 'index.js'));
  for (const place of from.resolve.paths(name) ?? []) {
    const manifest = join(place, name, 'package.json');
    if (existsSync(manifest)) return dirname(realpathSync(manifest));
  }
  return undefined;
}

/** Returns what the package.json in a directory says; nothing if it can't be read. */
export function packageFacts(directory: string): Readonly<Record<string, unknown>> {
  const facts = parsedJson(ordinaryText(join(directory, 'package.json')) ?? '');
  return isObject(facts) ? facts : {};
}
