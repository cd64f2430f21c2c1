import { userDirectory, type UserEnvironment } from '../disk/user-directories';

/** Returns the directory where Toolwright remembers what the user decided. */
export function stateDirectory(env: UserEnvironment): string {
  return userDirectory('state', 'toolwright', env);
}
