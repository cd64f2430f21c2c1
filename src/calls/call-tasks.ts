import type { ProtocolError } from '../errors';
import type { CallOutcome } from '../outcome';
import type { Session } from '../tool-context';
import type { InputRequest } from './input-request';

/** A call in the background as the protocol's tasks show it. */
export interface Task {
  readonly id: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'cancelled';
  /** The state in words. */
  readonly message: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How long it is kept after it was created, at least. */
  readonly ttlMs: number;
  /** The questions that wait for an answer. */
  readonly questions: Readonly<Record<string, InputRequest>>;
  /** What the call ended in, within the caller's budget. */
  readonly outcome?: CallOutcome;
  /** The error, if the call could not be carried out. */
  readonly error?: ProtocolError;
  /** The capability that the client lacks, if the call failed for that. */
  readonly missing?: Readonly<Record<string, unknown>>;
}

/** The operations of each caller, as tasks; a caller never sees another's. */
export interface Tasks {
  find(session: Session, id: string): Promise<Task | undefined>;
  /** Returns the caller's tasks, oldest first. */
  list(session: Session): Promise<Task[]>;
  /** Waits for the end of a task, and returns it. */
  ended(session: Session, id: string, signal: AbortSignal): Promise<Task | undefined>;
  /** Cancels a task; returns it as it was before. */
  cancel(session: Session, id: string, reason: string): Promise<Task | undefined>;
  /** Takes the client's answers to a task's questions; returns false if there is no such task. */
  answer(session: Session, id: string, answers: Readonly<Record<string, unknown>>): Promise<boolean>;
  /** Calls a listener on every change of a task that a caller sees; returns an unsubscribe function. */
  onChange(session: Session, id: string, listener: (task: Task) => void): () => void;
}
