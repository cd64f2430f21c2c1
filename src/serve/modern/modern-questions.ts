import { isObject } from '../../base/json-value';
import { QuestionPendingError } from '../../errors';
import type { InputRequest, ReadAnswer } from '../../calls/input-request';
import type { OnceValues } from '../../calls/once-values';
import { digestOf } from '../../base/json-digest';
import type { CallState } from './sealed-state';

const EMPTY: CallState = { asked: {}, answers: {}, once: {} };

/**
 * The questions of one call. The call runs until it needs an answer that it doesn't have; it then ends, the questions go to
 * the client, and it runs again from the start with the answers.
 */
export class Questions {
  private readonly pending = new Map<string, InputRequest>();
  private readonly used: Record<string, readonly [string, unknown]> = {};
  private readonly rejects: ((error: Error) => void)[] = [];
  private count = 0;

  constructor(
    private readonly state: CallState = EMPTY,
    private readonly responses: Readonly<Record<string, unknown>> = {},
  ) {}

  /** Returns the client's answer if it is there; else the question is sent when the call has unwound. */
  ask<T>(key: string | undefined, request: InputRequest, read: ReadAnswer<T>): Promise<T> {
    const name = this.nameOf(key);
    const digest = digestOf(request);
    const answer = this.answerTo(name, digest);
    const value = answer && read(answer);
    if (value !== undefined) {
      this.used[name] = [digest, answer];
      return Promise.resolve(value);
    }
    this.pending.set(name, request);
    return new Promise((_resolve, reject) => {
      // Questions that are asked together are sent together: all have been asked when the first is given up.
      if (this.rejects.push(reject) === 1) setImmediate(() => this.giveUp());
    });
  }

  /** Whether the call can't go on without answers. */
  get open(): boolean {
    return this.pending.size > 0;
  }

  /** The questions to send. */
  get requests(): Record<string, InputRequest> {
    return Object.fromEntries(this.pending);
  }

  /** What the call has to know when it is called again; waits for what `context.once` is doing. */
  async next(values: OnceValues | undefined): Promise<CallState> {
    const once = (await values?.settled()) ?? {};
    const asked = [...this.pending].map(([name, request]) => [name, digestOf(request)] as const);
    return { asked: Object.fromEntries(asked), answers: this.used, once };
  }

  private nameOf(key: string | undefined): string {
    const base = key ?? `question_${++this.count}`;
    let name = base;
    for (let n = 2; this.pending.has(name) || Object.hasOwn(this.used, name); n++) name = `${base}_${n}`;
    return name;
  }

  // An answer counts only for the question it was given to.
  private answerTo(name: string, digest: string): Record<string, unknown> | undefined {
    const { asked, answers } = this.state;
    const earlier = Object.hasOwn(answers, name) ? answers[name] : undefined;
    if (earlier) return earlier[0] === digest && isObject(earlier[1]) ? earlier[1] : undefined;
    if (!Object.hasOwn(asked, name) || asked[name] !== digest) return undefined;
    const response = Object.hasOwn(this.responses, name) ? this.responses[name] : undefined;
    return isObject(response) ? response : undefined;
  }

  private giveUp(): void {
    for (const reject of this.rejects.splice(0)) reject(new QuestionPendingError());
  }
}
