import { operationSession, type OperationQuestions, type OperationRequest } from '../calls/background';
import type { OnceValues } from '../calls/once-values';
import type { Logger } from '../logger';
import type { Session } from '../tool-context';

/** What an operation needs of the request that started it. */
export interface HeldRequest {
  readonly session?: Session | undefined;
  readonly once?: OnceValues | undefined;
  /** Logs to the client too, if it wants that. */
  readonly log?: Logger | undefined;
}

const NOTHING: HeldRequest = {};

/** The requests that started running operations, so that each runs on behalf of the very one that started it. */
export class OpenSessions {
  private readonly held = new Map<string, HeldRequest>();
  private count = 0;

  callerOf({ caller: { connection } }: OperationRequest, questions: OperationQuestions): HeldRequest {
    const { session, once, log } = (connection !== undefined && this.held.get(connection)) || NOTHING;
    return { session: operationSession(session)?.inBackground(questions) ?? session, once, log };
  }

  /** Holds a request for an operation; returns the name it is held by, and a function that releases it. */
  hold(request: HeldRequest): { connection: string; release: () => void } {
    const connection = `connection-${++this.count}`;
    this.held.set(connection, request);
    return { connection, release: () => this.held.delete(connection) };
  }
}
