import { OnceValues } from '../../calls/once-values';
import type { OperationCallers } from '../../operations/execute-operation';
import type { KeepOnce } from '../../operations/shared/shared-worker';
import { DistantSession } from '../../serve/distant-session';

/** Makes the callers of operations that were accepted by another process. */
export function distantCallers(keepOnce: KeepOnce): OperationCallers {
  return {
    callerOf({ caller: { data }, once = {} }, questions) {
      // Without it, a call would be allowed everything.
      if (!data) throw new Error('The operation does not say whom it runs for');
      return {
        session: new DistantSession(data, questions, () => undefined),
        once: new OnceValues(once, keepOnce),
      };
    },
  };
}
