import { OnceValues } from '../../calls/once-values';
import type { OperationCallers } from '../../operations/execute-operation';
import type { KeepOnce } from '../../operations/shared/shared-worker';
import type { Logger } from '../../logger';
import { ClientLog } from '../../serve/client-log';
import { DistantSession } from '../../serve/distant-session';

/** Makes the callers of operations that were accepted by another process. */
export function distantCallers(keepOnce: KeepOnce, log: Logger): OperationCallers {
  return {
    callerOf({ caller: { data }, once = {} }, questions, notify = () => undefined) {
      // Without it, a call would be allowed everything.
      if (!data) throw new Error('The operation does not say whom it runs for');
      return {
        session: new DistantSession(data, questions, notify),
        log: data.logLevel ? log.with(new ClientLog(notify, data.logLevel)) : log,
        once: new OnceValues(once, keepOnce),
      };
    },
  };
}
