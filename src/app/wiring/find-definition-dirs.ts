import type { Config, Sources } from '../../config';
import type { Setup } from '../pack';

const STANDARD_DIRS = ['.toolwright/tools', 'tools'];

/** Returns the definition directories as written: those of the command line precede the usual ones. */
export function definitionDirs(config: Config, sources: Sources): string[] {
  const { dirs } = config.definitions;
  const added = sources.where('definitions.dirs').source === 'option';
  return [...new Set([...dirs, ...(added ? STANDARD_DIRS : [])])];
}

/** Returns those that somebody named: every definition in them is used, without being trusted one by one. */
export function namedDefinitionDirs({ config, trust }: Pick<Setup, 'config' | 'trust'>): string[] {
  return config.definitions.dirs.filter((dir) => trust.isNamed('definitions.dirs', dir));
}
