import { realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { isObject, parsedJson } from '../../base/json-value';
import { ordinaryText } from '../../disk/ordinary-text';

/**
 * Returns whether the command that runs was installed in the project of a directory. Whoever runs it runs code of that
 * project already, so its app may be loaded; a command from elsewhere must not load what merely lies in a directory.
 */
export function isOwnCommand(cwd: string, command = __filename): boolean {
  try {
    const own = realpathSync(command);
    const project = realpathSync(cwd);
    if (own.startsWith(join(project, 'node_modules') + sep)) return true;
    const root = dirname(outermostModules(own) ?? own);
    return project.startsWith(root + sep) && isMember(project, root);
  } catch {
    return false;
  }
}

function outermostModules(file: string): string | undefined {
  const parts = file.split(sep);
  const at = parts.indexOf('node_modules');
  return at < 0 ? undefined : parts.slice(0, at + 1).join(sep);
}

// npm and yarn link the packages of a workspace into the node_modules of its root.
function isMember(project: string, root: string): boolean {
  const facts = parsedJson(ordinaryText(join(project, 'package.json')) ?? '');
  const name = isObject(facts) ? facts['name'] : undefined;
  // On Windows either slash leads out of the directory.
  if (typeof name !== 'string' || name.split(/[\\/]/).includes('..')) return false;
  return realpathSync(join(root, 'node_modules', name)) === project;
}
