import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { nearestNames } from '../../base/names';
import type { Config, ConfigProblem, Sources } from '../../config';
import { shipped } from '../../disk/shipped-files';

/** Returns the directory of the shipped definitions, wherever this file was built to. */
export function shippedDirectory(): string {
  return shipped('definitions', 'git.json');
}

/** Returns which of the enabled definitions are shipped. */
export function enabledShipped({ definitions: { enable } }: Pick<Config, 'definitions'>): readonly string[] {
  if (!enable.length) return enable;
  const known = shippedNames();
  return enable.filter((name) => known.includes(name));
}

/** Returns the problems of enabled definitions that are not shipped: none of them will appear later, whatever is watched. */
export function unknownShipped(
  { definitions: { enable } }: Pick<Config, 'definitions'>,
  sources: Pick<Sources, 'where'>,
): ConfigProblem[] {
  if (!enable.length) return [];
  const known = shippedNames();
  return enable.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const path = `definitions.enable[${index}]`;
    const [nearest] = nearestNames(name, known, 1);
    const cure = nearest
      ? `Write '${nearest}'.`
      : `Shipped are ${known.join(', ')}; those in definitions.dirs are offered without it.`;
    return [{ origin: sources.where(path), path, message: `names ${name}, which is not shipped`, cure }];
  });
}

let names: readonly string[] | undefined;

// A definition is named like its file. What a package brings stays as it is.
function shippedNames(): readonly string[] {
  return (names ??= readdirSync(shippedDirectory())
    .filter((file) => file.endsWith('.json'))
    .map((file) => basename(file, '.json'))
    .sort());
}
