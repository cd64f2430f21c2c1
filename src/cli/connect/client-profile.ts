/** A server as a client starts or reaches it. */
export type ConnectedServer = StartedServer | ReachedServer;

/** A server that a client starts, with the environment variables that it gets besides the client's own. */
export interface StartedServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server that runs already, with the headers of each request. */
export interface ReachedServer {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a configuration file is written. */
export type ConfigFormat = 'json' | 'toml' | 'yaml';

/** Where a client keeps a configuration: a path below one of the user's directories, or below a project. */
export interface ConfigPlace {
  readonly below: 'home' | 'config' | 'local' | 'project';
  readonly path: string;
}

/** Where a client keeps its configuration on each system; undefined where the client doesn't run. */
export interface ConfigPlaces {
  readonly linux?: ConfigPlace;
  readonly darwin?: ConfigPlace;
  readonly win32?: ConfigPlace;
}

/** What has to be known about a client to write a server into its configuration. */
export interface ClientProfile {
  readonly id: string;
  readonly name: string;
  readonly format: ConfigFormat;
  /** The keys that lead to the servers. */
  readonly keys: readonly string[];
  /** Set where the servers are a list, each with its name in the entry. */
  readonly list?: true;
  readonly user?: ConfigPlaces;
  readonly project?: ConfigPlaces;
  /** The entry of a server; undefined for a kind that the client can't be configured for in a file. */
  entry(server: ConnectedServer, name: string): Record<string, unknown> | undefined;
  /** What to do so that the client reads the file. */
  readonly then: string;
}
