import type { App } from './app';
import type { World } from './world';

/** Shows the options of a server that was started with `--help` alone or among others; returns whether it was. */
export async function showOptions(app: App, { args, stderr }: World): Promise<boolean> {
  if (!args.includes('--help') && !args.includes('-h')) return false;
  const { optionHelp } = await import('../config/option-help.js');
  // What a server prints on stdout is for its client.
  stderr(`${app.name} ${app.version}: an MCP server. Its options:\n\n${optionHelp(app.configModel)}`);
  return true;
}
