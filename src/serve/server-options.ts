import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Logger } from '../logger';
import type { ConnectionOptions } from './connection-state';
import type { ServerSession } from './session';

/** A list whose changes are announced to clients by a notification without parameters. */
export interface Announced {
  readonly method: string;
  onChange(listener: () => void): () => void;
}

/**
 * Adds methods to a server, such as prompts, resources or completions. Its module must not load the SDK itself, since
 * its announcements are sent before anything needs the SDK.
 */
export interface ServerPart {
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The lists whose changes are announced to clients. */
  readonly announces?: readonly Announced[];
  /** Adds its methods to a server; returns a function that undoes that when the server closes. */
  attach(server: Server, session: ServerSession, log: Logger): (() => void) | void;
}

/** The options of a server; all have defaults. */
export interface ServerOptions extends ConnectionOptions {
  name?: string;
  version?: string;
  /** Instructions for every client, sent when they connect. */
  instructions?: string;
  parts?: readonly ServerPart[];
}
