import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { formatOrigin, type Config, type Sources } from '../../config';

/** What a relative path in the configuration is read by. */
interface ReadPaths {
  readonly config: Config;
  readonly sources: Sources;
  readonly cwd: string;
}

/**
 * Returns the directories of the configuration file from which a relative path of it is read besides the working directory.
 * Whoever wrote a rule that denies may have meant either, and read in both ways it only ever denies more.
 */
export function alsoReadFrom(
  path: string,
  value: string,
  { sources, cwd }: Omit<ReadPaths, 'config'>,
): string[] {
  if (isAbsolute(value) || sources.file === undefined || sources.where(path).source !== 'file') return [];
  const there = [dirname(sources.file), dirname(realFile(sources.file))];
  return [...new Set(there)].filter((directory) => directory !== resolve(cwd));
}

/** Says which relative paths that allow something lead nowhere from the working directory, and somewhere from the file's own. */
export function misplacedPaths(request: ReadPaths): string[] {
  const { config, cwd, sources } = request;
  const lists: (readonly [string, readonly string[]])[] = [
    ['roots', config.roots],
    ['sandbox.readable', config.sandbox.readable],
    ['sandbox.writable', config.sandbox.writable],
    ...Object.entries(config.tools).map(
      ([name, { allowedPaths = [] }]) => [`tools.${name}.allowed_paths`, allowedPaths] as const,
    ),
  ];
  return lists.flatMap(([path, values]) =>
    values.flatMap((value, index) => {
      const at = `${path}[${index}]`;
      const meant = alsoReadFrom(at, value, request)
        .map((directory) => resolve(directory, value))
        .find((place) => existsSync(place));
      const read = resolve(cwd, value);
      if (meant === undefined || existsSync(read)) return [];
      return [
        `${at} (${formatOrigin(sources.where(at))}) means ${read}, which does not exist; beside the file there is ${meant}. ` +
          `Relative paths start where the server does: start it with --cwd ${dirname(sources.file!)}, or write the full path`,
      ];
    }),
  );
}

function realFile(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}
