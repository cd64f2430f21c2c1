import type { OperationQuestions } from '../calls/background';
import type { InputRequest, ReadAnswer } from '../calls/input-request';
import { ToolExecutionError } from '../errors';

interface Posted {
  readonly request: InputRequest;
  /** Takes an answer; returns false if it is not one to the question. */
  readonly take?: (answer: Record<string, unknown>) => boolean;
  readonly giveUp?: (why: string) => void;
}

/** The open questions of one operation, until they are answered or it ends. */
export class QuestionBoard implements OperationQuestions {
  private readonly posted = new Map<string, Posted>();
  private readonly names = new Set<string>();
  private count = 0;

  constructor(
    readonly task: string | undefined,
    private readonly answerMs: number,
    /** Called with what is open whenever that changes. */
    private readonly changed: (open: Readonly<Record<string, InputRequest>>) => void,
  ) {}

  ask<T>(key: string | undefined, request: InputRequest, read: ReadAnswer<T>): Promise<T> {
    const base = key ?? `question_${++this.count}`;
    return new Promise((resolve, reject) => {
      const late = `nobody answered within ${this.answerMs / 1000} s`;
      const timer = setTimeout(() => this.drop(late, giveUp), Math.min(this.answerMs, 2 ** 31 - 1));
      const giveUp = (why: string): void => {
        clearTimeout(timer);
        reject(new ToolExecutionError(`The question was not answered: ${why}`));
      };
      const take = (answer: Record<string, unknown>): boolean => {
        const value = read(answer);
        if (value === undefined) return false;
        clearTimeout(timer);
        resolve(value);
        return true;
      };
      this.post(base, { request, take, giveUp });
    });
  }

  async show<T>(request: InputRequest, answer: () => Promise<T>): Promise<T> {
    const name = this.post(`question_${++this.count}`, { request });
    try {
      return await answer();
    } finally {
      this.posted.delete(name);
      this.tell();
    }
  }

  /** Takes the answers to open questions; others are ignored. A wrong answer has its question asked again, by another name. */
  answer(answers: Readonly<Record<string, unknown>>): void {
    for (const [name, answer] of Object.entries(answers)) {
      const posted = this.posted.get(name);
      if (!posted?.take || typeof answer !== 'object' || answer === null) continue;
      this.posted.delete(name);
      if (!posted.take(answer as Record<string, unknown>)) this.post(name, posted);
    }
    this.tell();
  }

  /** Gives up one question, because its user can't be asked. */
  refuse(name: string, why: string): void {
    const giveUp = this.posted.get(name)?.giveUp;
    if (giveUp) this.drop(why, giveUp);
  }

  /** Gives up every open question. */
  close(why: string): void {
    for (const { giveUp } of this.posted.values()) giveUp?.(why);
    this.posted.clear();
  }

  private drop(why: string, giveUp: Posted['giveUp']): void {
    for (const [name, posted] of this.posted) if (posted.giveUp === giveUp) this.posted.delete(name);
    this.tell();
    giveUp?.(why);
  }

  private post(base: string, posted: Posted): string {
    let name = base;
    for (let n = 2; this.names.has(name); n++) name = `${base}_${n}`;
    this.names.add(name);
    this.posted.set(name, posted);
    this.tell();
    return name;
  }

  private tell(): void {
    this.changed(Object.fromEntries([...this.posted].map(([name, { request }]) => [name, request])));
  }
}
