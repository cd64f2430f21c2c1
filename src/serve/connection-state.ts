import type { Logger, LogLevel } from '../logger';
import type { ToolRegistry } from '../registries/tool-registry';
import { ClientLog } from './log-to-client';
import { ServerSession, type Connection } from './session';
import type { ListOptions } from './tool-list';
import { ToolMethods } from './tool-methods';

/** What the state of a connection is built from, besides the registry. */
export interface ConnectionOptions extends ListOptions {
  /** The level of records sent to the client before it chooses one itself; none by default. */
  clientLogLevel?: LogLevel;
  sessionId?: string;
  /** The connection's log; the registry's own by default. */
  log?: Logger;
}

/** The state of one connection, shared by both lanes. */
export class ConnectionState {
  readonly session: ServerSession;
  readonly clientLog: ClientLog;
  /** Logs to the registry's log and to the client. */
  readonly log: Logger;
  readonly tools: ToolMethods;

  constructor(registry: ToolRegistry, options: ConnectionOptions, connection: Connection) {
    this.session = new ServerSession(connection, options.sessionId);
    this.clientLog = new ClientLog(this.session.notify, options.clientLogLevel);
    this.log = (options.log ?? registry.log).with(this.clientLog);
    this.tools = new ToolMethods(registry, options, this.log);
  }
}
