import type { ClientProfile, ConnectedServer, ReachedServer, StartedServer } from './client-profile';

type Entry = ClientProfile['entry'];
type Values = Readonly<Record<string, string>>;

/** Makes entries with `command`, `args` and `env`, and for an address whatever the client calls it and its headers. */
export function entries(
  options: {
    local?: Record<string, unknown>;
    remote?: (url: string) => Record<string, unknown>;
    headers?: (headers: Values) => Record<string, unknown>;
  } = {},
): Entry {
  return (server) => {
    if ('command' in server) return { ...options.local, ...program(server), ...some('env', server.env) };
    const entry = options.remote?.(server.url);
    if (!entry || !server.headers) return entry;
    return { ...entry, ...(options.headers ?? plainHeaders)(server.headers) };
  };
}

/** Entries of OpenCode: one list with the program and its arguments. */
export const openCodeEntry: Entry = (server) =>
  'url' in server
    ? { type: 'remote', url: server.url, enabled: true, ...some('headers', server.headers) }
    : {
        type: 'local',
        command: [server.command, ...server.args],
        enabled: true,
        ...some('environment', server.env),
      };

/** Entries of Goose, which repeat the name. */
export const gooseEntry: Entry = (server, name) => ({
  enabled: true,
  name,
  ...('url' in server
    ? { type: 'streamable_http', uri: server.url, ...some('headers', server.headers) }
    : { type: 'stdio', cmd: server.command, args: [...server.args], envs: { ...server.env } }),
  timeout: 300,
});

/** Entries of Continue, which are a list. */
export const continueEntry: Entry = (server: ConnectedServer, name) =>
  'url' in server
    ? {
        name,
        type: 'streamable-http',
        url: server.url,
        ...(server.headers && { requestOptions: { headers: { ...server.headers } } }),
      }
    : { name, type: 'stdio', ...program(server), ...some('env', server.env) };

/** Entries of GitHub Copilot's command line, which name the tools that are offered. */
export const copilotEntry: Entry = (server) =>
  'url' in server
    ? { type: 'http', url: server.url, tools: ['*'], ...some('headers', server.headers) }
    : { type: 'local', ...program(server), tools: ['*'], ...some('env', server.env) };

function program({ command, args }: StartedServer): Record<string, unknown> {
  return { command, args: [...args] };
}

function plainHeaders(headers: NonNullable<ReachedServer['headers']>): Record<string, unknown> {
  return { headers: { ...headers } };
}

function some(key: string, values: Values | undefined): Record<string, unknown> {
  return values ? { [key]: { ...values } } : {};
}
