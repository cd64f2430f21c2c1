import type { Config, Sources } from '../../config';

const STANDARD_DIRS = ['.toolwright/tools', 'tools'];

/** Returns the definition directories as written: those of the command line precede the usual ones. */
export function definitionDirs(config: Config, sources: Sources): string[] {
  const { dirs } = config.definitions;
  const added = sources.where('definitions.dirs').source === 'option';
  return [...new Set([...dirs, ...(added ? STANDARD_DIRS : [])])];
}
