import type { CallOptions } from '../calls/call-context';
import type { Logger, LogLevel } from '../logger';
import type { Tasks } from '../calls/call-tasks';
import type { Method, MethodRequest } from './method';
import type { UsedStates } from './modern/used-states';
import type { ListOptions } from './parts/tool-list';

/** A list whose changes are announced to clients by a notification without parameters. */
export interface Announced {
  readonly method: string;
  onChange(listener: () => void): () => void;
}

/** Starts watching a resource; returns a function that stops it. */
export type Watch = (
  uri: string,
  changed: () => void,
  request: Pick<MethodRequest, 'session' | 'log'>,
) => Promise<() => void>;

/** Completes the arguments of prompts, or the variables of resources. */
export interface Completes {
  readonly refType: 'ref/prompt' | 'ref/resource';
  complete(
    named: string,
    argument: string,
    value: string,
    others: Record<string, string>,
    options: Omit<CallOptions, 'door'>,
  ): Promise<readonly string[]>;
}

/** What prompts or resources add to a server. Its module must not load the SDK. */
export interface ServerPart {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly methods: Readonly<Record<string, Method>>;
  /** The lists whose changes are announced to clients. */
  readonly announces?: readonly Announced[];
  readonly watch?: Watch;
  readonly completes?: Completes;
}

/** The options of a server; all have defaults. */
export interface ServerOptions extends ListOptions {
  name?: string;
  version?: string;
  /** Instructions for every client, sent when they connect. */
  instructions?: string;
  parts?: readonly ServerPart[];
  /** The level of records sent to a legacy client before it chooses one itself; none by default. */
  clientLogLevel?: LogLevel;
  sessionId?: string;
  /** The name of the user on a pipe, to whom keys and operations belong beyond this connection. */
  principal?: string;
  /** The secret that seals the state of calls waiting for answers; processes that serve the same clients share it. */
  stateSecret?: string;
  /** Where used states are remembered, or the directory for it; in this process by default. */
  usedStates?: UsedStates | string;
  /** How many milliseconds a user may take to answer; 15 minutes by default. */
  answerMs?: number;
  /** How many milliseconds modern clients may keep the lists; 0 by default. */
  listTtlMs?: number;
  /** How many `subscriptions/listen` streams a caller may have open at once; 100 by default. */
  maxStreams?: number;
  /** The background operations of each caller, as tasks; loaded on need. */
  tasks?: () => Promise<Tasks>;
  /** The log of connections; the registry's own by default. */
  log?: Logger;
}
