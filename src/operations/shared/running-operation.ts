import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '../../base/wait-until';
import { LAST_ANSWERS_MS, serverEnding } from '../../calls/server-ending';
import type { OperationRequest } from '../../calls/background';
import type { WireResult } from '../../outcome';
import type { Progress, Session } from '../../tool-context';
import type { Finished, Operation } from '../operation';
import { QuestionBoard } from '../operation-questions';
import type { Execute } from '../memory-engine';
import { failedResult } from '../memory-engine';
import { Notices } from './operation-notices';
import { attemptName, type Delivery, type SharedStore } from './shared-store';

// Nobody reads faster.
const WRITE_MS = 100;
const TRY_AGAIN_MS = 200;

interface Change {
  readonly open?: number;
  readonly published?: string;
}

/** One operation that this worker holds: it runs it, and writes down what becomes of it. */
export class RunningOperation {
  private readonly controller = new AbortController();
  private readonly board: QuestionBoard;
  private readonly notices = new Notices();
  private pending: Record<string, string> = {};
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<unknown> = Promise.resolve();
  private end: Finished | undefined;

  constructor(
    readonly delivery: Delivery,
    readonly operation: Operation,
    readonly mayRunAgain: boolean,
    private readonly store: SharedStore,
    answerMs: number,
  ) {
    const { id } = delivery;
    this.board = new QuestionBoard(operation.request.task ? id : undefined, answerMs, (questions) => {
      const open = Object.keys(questions).length;
      this.write(['questions', JSON.stringify(questions)], { open });
    });
  }

  /** The name of this attempt. */
  get name(): string {
    return attemptName(this.delivery);
  }

  get id(): string {
    return this.delivery.id;
  }

  /** In what it ended, if it has. */
  get ended(): Finished | undefined {
    return this.end;
  }

  async run(execute: Execute): Promise<Finished> {
    const { request: asked, once } = this.operation;
    const request: OperationRequest = { ...asked, once: { ...asked.once, ...once } };
    const running = {
      signal: this.controller.signal,
      progress: (update: Progress) => this.later('progress', update),
      soFar: (result: WireResult) => this.later('soFar', result),
      questions: this.board,
      notify: this.notify,
    };
    const ended = await execute(request, running).catch(failedResult);
    this.end = ended;
    clearTimeout(this.timer);
    this.pending = {};
    this.tell();
    await this.writing;
    return ended;
  }

  /** Tells it to end, unless it has. */
  abort(why: string): void {
    if (this.end) return;
    this.controller.abort(new Error(why));
    this.board.close(why);
  }

  /** Tells it to end because the server does, and waits until it has, but not for long. Returns in what it ended, if it has. */
  async hurry(why: string): Promise<Finished | undefined> {
    this.controller.abort(serverEnding());
    this.board.close(why);
    await waitUntil(() => this.ended !== undefined, LAST_ANSWERS_MS);
    return this.ended;
  }

  /** Takes what clients said since the last time. */
  async takeAnswers(): Promise<void> {
    for (const { answers, refused, why } of await this.store.takeAnswers(this.id)) {
      if (typeof refused === 'string') this.board.refuse(refused, String(why));
      else this.board.answer((answers ?? {}) as Record<string, unknown>);
    }
  }

  private later(name: string, value: unknown): void {
    this.pending[name] = JSON.stringify(value);
    this.soon();
  }

  private readonly notify: NonNullable<Session['notify']> = (method, params) => {
    this.notices.add({ method, params });
    this.soon();
  };

  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const fields = Object.entries(this.pending).flat();
      this.pending = {};
      if (fields.length) this.write(fields);
      this.tell();
    }, WRITE_MS);
  }

  private tell(): void {
    const published = this.notices.take();
    if (published !== undefined) this.write([], { published });
  }

  // In turn, so that a later state is never overwritten by an earlier one. What Redis doesn't get because it is away comes with the next.
  private write(fields: readonly string[], change?: Change): void {
    this.writing = this.writing.then(() => this.attempt(fields, change));
  }

  private async attempt(fields: readonly string[], change?: Change): Promise<void> {
    for (;;) {
      try {
        await this.store.update(this.delivery, fields, change);
        return;
      } catch {
        // A question that nobody sees is never answered; progress may be left out.
        if (change?.open === undefined || this.controller.signal.aborted) return;
        await delay(TRY_AGAIN_MS);
      }
    }
  }
}
