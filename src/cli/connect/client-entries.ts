import type { ClientProfile, ConnectedServer } from './client-profile';

type Entry = ClientProfile['entry'];

/** Makes entries with `command` and `args`, and for an address whatever the client calls it. */
export function entries(
  options: { local?: Record<string, unknown>; remote?: (url: string) => Record<string, unknown> } = {},
): Entry {
  return (server) =>
    'url' in server
      ? options.remote?.(server.url)
      : { ...options.local, command: server.command, args: [...server.args] };
}

/** Entries of OpenCode: one list with the program and its arguments. */
export const openCodeEntry: Entry = (server) =>
  'url' in server
    ? { type: 'remote', url: server.url, enabled: true }
    : { type: 'local', command: [server.command, ...server.args], enabled: true };

/** Entries of Goose, which repeat the name. */
export const gooseEntry: Entry = (server, name) => ({
  enabled: true,
  name,
  ...('url' in server
    ? { type: 'streamable_http', uri: server.url }
    : { type: 'stdio', cmd: server.command, args: [...server.args], envs: {} }),
  timeout: 300,
});

/** Entries of Continue, which are a list. */
export const continueEntry: Entry = (server: ConnectedServer, name) =>
  'url' in server
    ? { name, type: 'streamable-http', url: server.url }
    : { name, type: 'stdio', command: server.command, args: [...server.args] };

/** Entries of GitHub Copilot's command line, which name the tools that are offered. */
export const copilotEntry: Entry = (server) =>
  'url' in server
    ? { type: 'http', url: server.url, tools: ['*'] }
    : { type: 'local', command: server.command, args: [...server.args], tools: ['*'] };
