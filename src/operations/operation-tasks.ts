import { andThen, type Awaitable } from '../base/awaitable';
import type { Task, Tasks } from '../calls/call-tasks';
import type { CallOutcome } from '../outcome';
import type { Session } from '../tool-context';
import type { OperationEngine } from './operation-engine';
import { isFinal, matchesFilter, ownedBy, type Operation } from './operation';
import { outcomeOf } from './operation-outcome';
import { outcomeLine } from './operation-report';

/** Makes an outcome fit into the budget of its tool's answers. */
export type FitAnswer = (tool: string, session: Session, outcome: CallOutcome) => Awaitable<CallOutcome>;

// Longer than any operation may take.
const FOR_EVER = 2 ** 31 - 1;

/** The operations of an engine as the protocol's tasks; each caller sees its own. */
export class OperationTasks implements Tasks {
  constructor(
    private readonly engine: OperationEngine,
    private readonly keepMs: number,
    private readonly fit: FitAnswer,
  ) {}

  async find(session: Session, id: string): Promise<Task | undefined> {
    const own = await this.own(session, id);
    return own && this.task(session, own);
  }

  async list(session: Session): Promise<Task[]> {
    const own = await this.engine.list(ownedBy(session));
    return Promise.all(own.map(async (operation) => this.task(session, operation)));
  }

  async ended(session: Session, id: string, signal: AbortSignal): Promise<Task | undefined> {
    const own = await this.own(session, id);
    if (!own) return undefined;
    await this.engine.wait([id], FOR_EVER, signal);
    return this.find(session, id);
  }

  async cancel(session: Session, id: string, reason: string): Promise<Task | undefined> {
    const own = await this.own(session, id);
    if (own) await this.engine.cancel(id, reason);
    return own && this.task(session, own);
  }

  async answer(session: Session, id: string, answers: Readonly<Record<string, unknown>>): Promise<boolean> {
    const own = await this.own(session, id);
    if (own) await this.engine.answer(id, answers);
    return own !== undefined;
  }

  onChange(session: Session, id: string, listener: (task: Task) => void): () => void {
    const filter = { ...ownedBy(session), id };
    let shown: string | undefined;
    return this.engine.follow(id, (operation) => {
      if (!matchesFilter(operation, filter)) return;
      const state = JSON.stringify([statusOf(operation), Object.keys(operation.questions ?? {})]);
      // Only the last state has an answer to wait for, so the order is kept.
      if (state !== shown) void andThen(this.task(session, operation), listener);
      shown = state;
    });
  }

  private async own(session: Session, id: string): Promise<Operation | undefined> {
    const [own] = await this.engine.list({ ...ownedBy(session), id });
    return own;
  }

  private task(session: Session, operation: Operation): Awaitable<Task> {
    if (!isFinal(operation)) return this.shown(operation);
    const outcome = this.fit(operation.request.tool, session, outcomeOf(operation));
    return andThen(outcome, (fitting) => ({ ...this.shown(operation), outcome: fitting }));
  }

  private shown(operation: Operation): Task {
    const { id, createdAt, startedAt, endedAt, askedAt, questions = {}, error, missing } = operation;
    return {
      id,
      status: statusOf(operation),
      message: outcomeLine(operation),
      createdAt,
      updatedAt: endedAt ?? askedAt ?? startedAt ?? createdAt,
      ttlMs: this.keepMs,
      questions,
      ...(error && { error }),
      ...(missing && { missing }),
    };
  }
}

function statusOf(operation: Operation): Task['status'] {
  if (operation.state === 'Cancelled') return 'cancelled';
  if (isFinal(operation)) return 'completed';
  return Object.keys(operation.questions ?? {}).length ? 'input_required' : 'working';
}
