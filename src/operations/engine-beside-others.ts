import type { OperationRequest } from '../calls/background';
import { isFinal, type Operation, type OperationFilter } from './operation';
import { OperationEngine, type OperationListener, type OperationLoad } from './operation-engine';

/** What one engine asks another about operations that may be the other's; plain data, since the other is in another process. */
export type EngineQuestion =
  | { readonly ask: 'list'; readonly filter: OperationFilter }
  | { readonly ask: 'get' | 'noteWait'; readonly id: string }
  | { readonly ask: 'cancel'; readonly id: string; readonly reason?: string | undefined }
  | { readonly ask: 'answer'; readonly id: string; readonly answers: Readonly<Record<string, unknown>> }
  /** To be answered once the state of an operation is not the one that is known. */
  | { readonly ask: 'next'; readonly id: string; readonly known: string };

/** Asks every other engine; returns what those said that are still there. */
export type AskOthers = (question: EngineQuestion) => Promise<readonly unknown[]>;

// Another process may be busy with code that never gives its thread back: what it has is left out of lists then.
const PATIENCE_MS = 2_000;

/**
 * The engine of a process beside which others run operations for the same callers, as the versions under `toolwright dev` do: it runs its own,
 * and lists, waits for, cancels and answers those of the others too.
 */
export class EngineBesideOthers extends OperationEngine {
  constructor(
    private readonly own: OperationEngine,
    private readonly askOthers: AskOthers,
  ) {
    super();
  }

  start(request: OperationRequest, listener?: OperationListener): Promise<Operation> {
    return this.own.start(request, listener);
  }

  async get(id: string): Promise<Operation | undefined> {
    return (await this.own.get(id)) ?? this.found({ ask: 'get', id });
  }

  async list(filter: OperationFilter = {}): Promise<Operation[]> {
    const own = await this.own.list(filter);
    if (filter.id !== undefined && own.length) return own;
    const others = (await this.inTime({ ask: 'list', filter })) as (readonly Operation[])[];
    // Of what began within one millisecond, that of other engines comes first: they are the earlier ones.
    return [...others.flat(), ...own].sort((one, other) => one.createdAt - other.createdAt);
  }

  async cancel(id: string, reason?: string): Promise<Operation | undefined> {
    return (await this.own.cancel(id, reason)) ?? this.found({ ask: 'cancel', id, reason });
  }

  follow(id: string, listener: OperationListener): () => void {
    const stop = this.own.follow(id, listener);
    let isOver = false;
    void this.followElsewhere(id, listener, () => isOver);
    return () => {
      isOver = true;
      stop();
    };
  }

  load(): Promise<OperationLoad> {
    return this.own.load();
  }

  async answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<void> {
    if (await this.own.get(id)) return this.own.answer(id, answers);
    await this.askOthers({ ask: 'answer', id, answers });
  }

  async noteWait(id: string): Promise<void> {
    if (await this.own.get(id)) return this.own.noteWait(id);
    await this.inTime({ ask: 'noteWait', id });
  }

  shutdown(graceMs: number, reason: string): Promise<void> {
    return this.own.shutdown(graceMs, reason);
  }

  private async followElsewhere(
    id: string,
    listener: OperationListener,
    isOver: () => boolean,
  ): Promise<void> {
    if (await this.own.get(id)) return;
    let known = await this.found({ ask: 'get', id });
    while (known && !isFinal(known) && !isOver()) {
      const [next] = (await this.askOthers({ ask: 'next', id, known: stateOf(known) })).filter(isThere);
      known = (next as Operation | undefined) ?? lost(known);
      if (!isOver()) listener(known);
    }
  }

  private async found(question: EngineQuestion): Promise<Operation | undefined> {
    const [found] = (await this.inTime(question)).filter(isThere);
    return found as Operation | undefined;
  }

  private async inTime(question: EngineQuestion): Promise<readonly unknown[]> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly unknown[]>((resolve) => {
      timer = setTimeout(() => resolve([]), PATIENCE_MS);
    });
    return Promise.race([this.askOthers(question), late]).finally(() => clearTimeout(timer));
  }
}

/** Answers what another engine asks, from the operations of one's own. */
export async function answerEngine(engine: OperationEngine, question: EngineQuestion): Promise<unknown> {
  switch (question.ask) {
    case 'list':
      return engine.list(question.filter);
    case 'get':
      return engine.get(question.id);
    case 'noteWait':
      return engine.noteWait(question.id);
    case 'cancel':
      return engine.cancel(question.id, question.reason);
    case 'answer':
      return engine.answer(question.id, question.answers);
    case 'next':
      return nextState(engine, question.id, question.known);
  }
}

async function nextState(engine: OperationEngine, id: string, known: string): Promise<Operation | undefined> {
  let stop = (): void => undefined;
  const changed = new Promise<Operation>((resolve) => (stop = engine.follow(id, resolve)));
  try {
    const now = await engine.get(id);
    if (!now || stateOf(now) !== known) return now;
    return await changed;
  } finally {
    stop();
  }
}

function stateOf({ state, questions = {} }: Operation): string {
  return JSON.stringify([state, Object.keys(questions)]);
}

// What crosses processes as JSON says null for what isn't there.
function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function lost(operation: Operation): Operation {
  const text = `${operation.id} was lost: the process that ran it ended.`;
  return {
    ...operation,
    state: 'Failed',
    endedAt: Date.now(),
    questions: undefined,
    result: { content: [{ type: 'text', text }], isError: true },
  };
}
