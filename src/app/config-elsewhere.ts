import { realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CONFIG_FILE } from '../config';

/**
 * Returns the configuration file of the project that a script belongs to, the nearest directory above it with a package.json;
 * undefined if there is none, or if that is the working directory, where it is found anyway. The file is not read.
 */
export async function configElsewhere(script: string, cwd: string): Promise<string | undefined> {
  const project = await projectOf(dirname(await realOf(script)));
  if (project === undefined || project === (await realOf(cwd))) return undefined;
  const file = join(project, CONFIG_FILE);
  return (await isFile(file)) ? file : undefined;
}

/** Says that a configuration file is not in force, and what puts it in force. */
export function notInForce(file: string, cwd: string): string {
  return (
    `${file} is not in force, because the server was started in ${cwd}: its rules and settings don't count. ` +
    `Start the server with --cwd ${dirname(file)}, if you trusted the file, or with --config ${file}`
  );
}

async function projectOf(directory: string): Promise<string | undefined> {
  if (await isFile(join(directory, 'package.json'))) return directory;
  const above = dirname(directory);
  return above === directory ? undefined : projectOf(above);
}

// A command that npm installed is a link to the script.
function realOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
