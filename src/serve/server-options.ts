import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Logger } from '../logger';
import type { ConnectionOptions } from './connection-state';
import type { ServerSession } from './session';

/** Something whose changes clients are told of, with a notification that has no parameters. */
export interface Announced {
  readonly method: string;
  onChange(listener: () => void): () => void;
}

/**
 * Something that puts further methods on a server: prompts, resources, completions. Its module must not load the SDK by
 * itself, since what it announces is told to clients before anything needs the SDK.
 */
export interface ServerPart {
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The lists whose changes clients are told of. */
  readonly announces?: readonly Announced[];
  /** Puts its methods on a server; gives back what undoes that when the server closes. */
  attach(server: Server, session: ServerSession, log: Logger): (() => void) | void;
}

/** What a server may be told; everything has a default. */
export interface ServerOptions extends ConnectionOptions {
  name?: string;
  version?: string;
  /** What the server tells every client at the start. */
  instructions?: string;
  parts?: readonly ServerPart[];
}
