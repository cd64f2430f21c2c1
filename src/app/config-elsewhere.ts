import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isObject, parsedJson } from '../base/json-value';
import { ordinaryText } from '../disk/ordinary-text';
import { CONFIG_FILE, type ConfigRequest } from '../config';
import { appNamed } from './load-app';
import { SHIPPED_APP } from './shipped-app';
import type { World } from './world';

/**
 * Returns the configuration file of the project that a script belongs to, the nearest directory above it with a package.json of its own;
 * undefined if there is none, or if that is the working directory, where it is found anyway. The file is not read.
 */
export async function configElsewhere(script: string, cwd: string): Promise<string | undefined> {
  const project = await projectOf(dirname(await realOf(script)));
  if (project === undefined || project === (await realOf(cwd))) return undefined;
  const file = join(project, CONFIG_FILE);
  return (await isFile(file)) ? file : undefined;
}

/** Returns the script whose project a server belongs to: the app that `toolwright serve` was told to take, else its own. */
export function servedScript(
  request: ConfigRequest,
  command: World['command'] | undefined,
): string | undefined {
  const named = appNamed(request);
  return named === undefined || named === SHIPPED_APP ? command?.[1] : resolve(request.cwd, named);
}

/** Says that a configuration file is not in force, and what puts it in force. */
export function notInForce(file: string, cwd: string): string {
  return (
    `${file} is not in force, because the server was started in ${cwd}: its rules and settings don't count. ` +
    `Start the server with --cwd ${dirname(file)}, if you trusted the file, or with --config ${file}`
  );
}

async function projectOf(directory: string): Promise<string | undefined> {
  const file = join(directory, 'package.json');
  if ((await isFile(file)) && !marksModules(ordinaryText(file))) return directory;
  const above = dirname(directory);
  return above === directory ? undefined : projectOf(above);
}

// Builds put such a package.json beside their modules; it is no project's.
function marksModules(text: string | undefined): boolean {
  const facts = parsedJson(text ?? '');
  const keys = isObject(facts) ? Object.keys(facts) : [];
  return keys.includes('type') && keys.every((key) => key === 'type' || key === 'sideEffects');
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
