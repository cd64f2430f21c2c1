import type { Config, Sources } from '../config';

const STANDARD_DIRS = ['.toolwright/tools', 'tools'];

/** The directories with definitions, as written: those of the command line come before the usual ones, not instead. */
export function definitionDirs(config: Config, sources: Sources): string[] {
  const { dirs } = config.definitions;
  const added = sources.where('definitions.dirs').source === 'option';
  return [...new Set([...dirs, ...(added ? STANDARD_DIRS : [])])];
}
