import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { Logger } from '../../logger';
import type { Session } from '../../tool-context';
import type { WireCaller } from '../wire-caller';
import { ClientLog } from '../client-log';
import type { MethodTable } from '../method-table';
import { SdkRequests } from './sdk-requests';
import { RequestSession, ServerSession, type Notify, type SdkConnection } from './legacy-session';

/** The state of one legacy connection, shared by both lanes. */
export class ConnectionState {
  readonly session: ServerSession;
  readonly clientLog: ClientLog;
  readonly sdkRequests = new SdkRequests();
  /** Logs to the server's log and to the client. */
  readonly log: Logger;

  constructor(
    private readonly table: MethodTable,
    connection: SdkConnection,
    caller?: WireCaller,
  ) {
    const { sessionId, clientLogLevel, principal } = table.options;
    this.clientLog = new ClientLog(connection.notify, clientLogLevel);
    this.session = new ServerSession(
      { ...connection, log: this.clientLog },
      sessionId,
      caller ?? { principal },
    );
    this.log = table.log.with(this.clientLog);
  }

  /** The session and log of one request whose notifications and questions have a way of their own to the client. */
  forRequest(id: RequestId, notify: Notify): { session: Session; log: Logger } {
    return {
      session: new RequestSession(this.session, id, this.clientLog.filtered(notify)),
      log: this.table.log.with(this.clientLog.through(notify)),
    };
  }
}
