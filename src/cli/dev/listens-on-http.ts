import { readConfig } from '../../config';
import { namedOption } from '../../config/named-option';

/** Returns whether an option, the environment or the configuration file says to listen on HTTP, before the app is known. */
export async function listensOnHttp(
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<boolean> {
  if (args.some((word) => /^--http(?:=|$)/.test(word))) return true;
  const config = namedOption(args, 'config');
  try {
    const { loaded } = await readConfig({ cwd, env, ...(config !== undefined && { options: { config } }) });
    return loaded.config.http.listen !== undefined;
  } catch {
    // What is wrong with it is said when the app is opened.
    return false;
  }
}
