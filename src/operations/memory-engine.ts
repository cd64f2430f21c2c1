import { exceptionMessage } from '../base/exception';
import { waitUntil } from '../base/wait-until';
import type { OperationQuestions, OperationRequest } from '../calls/background';
import { LAST_ANSWERS_MS, serverEnding } from '../calls/server-ending';
import { randomWord } from '../base/random-word';
import type { WireResult } from '../outcome';
import type { Progress, Session } from '../tool-context';
import { toProtocolError } from '../errors';
import { OperationEngine, type OperationListener, type OperationLoad } from './operation-engine';
import { FairQueue } from './operation-queue';
import { KeptBytes, sizeOf, withoutResult } from './kept-operations';
import { OperationsFullError } from './operations-errors';
import { QuestionBoard } from './operation-questions';
import { isFinal, matchesFilter, type Finished, type Operation, type OperationFilter } from './operation';

/** Runs one call; never rejects because of what a tool did. */
export type Execute = (
  request: OperationRequest,
  running: {
    signal: AbortSignal;
    progress: (update: Progress) => void;
    /** Records the result the call would have if it ended now. */
    soFar?: (result: WireResult) => void;
    questions: OperationQuestions;
    /** Sends a notification to a client that is connected to another process. */
    notify?: Session['notify'];
  },
) => Promise<Finished>;

/** Limits on what runs, waits and is kept. */
export interface EngineLimits {
  maxRunning: number;
  maxPerTool: number;
  maxQueued: number;
  /** Total size of the arguments of those that wait. */
  maxQueuedBytes: number;
  /** How many finished operations are kept, and for how long. */
  keep: number;
  keepSeconds: number;
  /** Total size of their results; the oldest are dropped first. */
  keepBytes: number;
  /** How long a question waits for its answer. */
  answerSeconds: number;
}

/** The default limits. */
export const DEFAULT_ENGINE_LIMITS: EngineLimits = {
  maxRunning: 16,
  maxPerTool: 8,
  maxQueued: 1000,
  maxQueuedBytes: 50_000_000,
  keep: 500,
  keepSeconds: 3600,
  keepBytes: 50_000_000,
  answerSeconds: 900,
};

/** Runs operations in this process and keeps them in memory. */
export class MemoryEngine extends OperationEngine {
  private readonly limits: EngineLimits;
  private readonly operations = new Map<string, Operation>();
  private readonly finished = new Set<string>();
  private readonly kept: KeptBytes;
  private readonly running = new Map<string, AbortController>();
  private readonly boards = new Map<string, QuestionBoard>();
  private readonly perTool = new Map<string, number>();
  private readonly queue = new FairQueue();
  private readonly listeners = new Map<string, Set<OperationListener>>();
  private closed: string | undefined;

  constructor(
    private readonly execute: Execute,
    limits: Partial<EngineLimits> = {},
    private readonly newId: () => string = unguessableId,
  ) {
    super();
    this.limits = { ...DEFAULT_ENGINE_LIMITS, ...limits };
    this.kept = new KeptBytes(this.limits.keepBytes);
  }

  async start(request: OperationRequest, listener?: OperationListener): Promise<Operation> {
    if (this.closed !== undefined) throw new OperationsFullError(`No new operations: ${this.closed}`);
    const bytes = sizeOf(request.args);
    if (this.mustWait(request.tool)) this.queue.refuseBeyond(this.limits, bytes);
    const id = this.newId();
    this.operations.set(id, { id, request, state: 'Pending', createdAt: Date.now() });
    if (listener) this.follow(id, listener);
    this.queue.add({ id, tool: request.tool, caller: request.caller.id, bytes });
    this.runWaiting();
    return this.operations.get(id)!;
  }

  async get(id: string): Promise<Operation | undefined> {
    this.forgetOld();
    return this.operations.get(id);
  }

  async list(filter: OperationFilter = {}): Promise<Operation[]> {
    this.forgetOld();
    return [...this.operations.values()].filter((operation) => matchesFilter(operation, filter));
  }

  async cancel(id: string, reason = 'cancelled on request'): Promise<Operation | undefined> {
    const open = await this.get(id);
    if (!open || isFinal(open)) return open;
    return this.end(id, reason, new Error(reason));
  }

  follow(id: string, listener: OperationListener): () => void {
    const listeners = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (!listeners.size) this.listeners.delete(id);
    };
  }

  async load(): Promise<OperationLoad> {
    const all = [...this.operations.values()];
    const waiting = all.filter(({ state }) => state === 'Pending');
    return {
      waiting: waiting.length,
      running: this.running.size,
      asking: all.filter(({ questions }) => Object.keys(questions ?? {}).length).length,
      oldestWaitingMs: waiting[0] ? Date.now() - waiting[0].createdAt : 0,
      maxWaiting: this.limits.maxQueued,
      slots: this.limits.maxRunning,
      workers: 1,
      keptBytes: this.kept.bytes,
    };
  }

  async answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<void> {
    this.boards.get(id)?.answer(answers);
  }

  async noteWait(id: string): Promise<void> {
    const operation = this.operations.get(id);
    if (operation && operation.firstWaitAt === undefined)
      this.operations.set(id, { ...operation, firstWaitAt: Date.now() });
  }

  async shutdown(graceMs: number, reason: string): Promise<void> {
    this.closed = reason;
    await this.wait(this.open, graceMs);
    for (const id of this.open) this.end(id, reason, serverEnding());
    await waitUntil(() => this.running.size === 0, LAST_ANSWERS_MS);
  }

  private get open(): string[] {
    return [...this.operations.values()].flatMap((operation) => (isFinal(operation) ? [] : [operation.id]));
  }

  private end(id: string, reason: string, why: Error): Operation {
    this.queue.remove(id);
    // A tool that is told to end says at once what it has so far.
    this.running.get(id)?.abort(why);
    const found = this.operations.get(id)!;
    this.finish(id, { state: 'Cancelled', result: cancelledResult(id, reason, found.soFar) }, reason);
    return found;
  }

  private runWaiting(): void {
    while (this.running.size < this.limits.maxRunning) {
      const next = this.queue.take((tool) => !this.toolIsBusy(tool));
      if (!next) return;
      void this.run(next.id);
    }
  }

  private async run(id: string): Promise<void> {
    const { request } = this.operations.get(id)!;
    const controller = new AbortController();
    this.running.set(id, controller);
    this.perTool.set(request.tool, (this.perTool.get(request.tool) ?? 0) + 1);
    this.update(id, { state: 'InProgress', startedAt: Date.now() });
    const progress = (update: Progress): void => this.update(id, { progress: update });
    const soFar = (result: WireResult): void => this.update(id, { soFar: result });
    const questions = new QuestionBoard(
      request.task ? id : undefined,
      this.limits.answerSeconds * 1000,
      (open) => this.update(id, { questions: open, askedAt: Date.now() }),
    );
    this.boards.set(id, questions);
    const running = { signal: controller.signal, progress, soFar, questions };
    const ended = await this.execute(request, running).catch(failedResult);
    this.running.delete(id);
    this.perTool.set(request.tool, this.perTool.get(request.tool)! - 1);
    this.finish(id, ended);
    this.runWaiting();
  }

  private mustWait(tool: string): boolean {
    return this.running.size >= this.limits.maxRunning || this.toolIsBusy(tool);
  }

  private toolIsBusy(tool: string): boolean {
    return (this.perTool.get(tool) ?? 0) >= this.limits.maxPerTool;
  }

  // The first outcome counts: a cancelled call may still report later, to no effect.
  private finish(id: string, ended: Finished, reason?: string): void {
    const operation = this.operations.get(id);
    if (!operation || isFinal(operation)) return;
    this.finished.add(id);
    this.update(id, {
      ...ended,
      soFar: undefined,
      questions: undefined,
      endedAt: Date.now(),
      ...(reason !== undefined && { reason }),
    });
    this.boards.get(id)?.close('the operation has ended');
    this.boards.delete(id);
    for (const old of this.kept.add(this.operations.get(id)!))
      this.operations.set(old, withoutResult(this.operations.get(old)!));
    this.forgetOld();
  }

  private update(id: string, change: Partial<Operation>): void {
    const before = this.operations.get(id);
    if (!before || isFinal(before)) return;
    const operation = { ...before, ...change };
    this.operations.set(id, operation);
    for (const listener of this.listeners.get(id) ?? []) listener(operation);
    if (isFinal(operation)) this.listeners.delete(id);
  }

  private forgetOld(): void {
    const oldest = Date.now() - this.limits.keepSeconds * 1000;
    for (const id of this.finished) {
      const endedAt = this.operations.get(id)?.endedAt ?? 0;
      if (this.finished.size <= this.limits.keep && endedAt >= oldest) return;
      this.finished.delete(id);
      this.kept.remove(id);
      this.operations.delete(id);
    }
  }
}

/** Makes an id. Whoever knows it still needs to be its caller; that nobody can guess one is a second fence. */
export function unguessableId(): string {
  return `op_${randomWord(16)}`;
}

/** Returns what a cancelled operation ends in: why, and what it had so far. */
export function cancelledResult(id: string, reason: string, soFar: WireResult | undefined): WireResult {
  const notice = { type: 'text', text: `${id} was cancelled: ${reason}` } as const;
  return { ...soFar, content: [notice, ...(soFar?.content ?? [])], isError: true };
}

/** Returns what an operation ends in that could not be carried out. */
export function failedResult(error: unknown): Finished {
  const text = `The operation failed: ${exceptionMessage(error)}`;
  const result: WireResult = { content: [{ type: 'text', text }], isError: true };
  return { state: 'Failed', result, error: toProtocolError(error) };
}
