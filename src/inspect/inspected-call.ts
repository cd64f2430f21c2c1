import type { WireResult } from '../outcome';
import type { Progress, Question, UserAnswer } from '../tool-context';
import { HeardQuestions } from '../testing/heard-questions';
import type { CallRecorder } from './call-trace';
import type { CallRecord, ShownQuestion, Size, Span, CallVerdict } from './inspect-wire';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Pending {
  readonly question: ShownQuestion;
  readonly span: number;
  readonly settle: (answer: UserAnswer) => void;
}

// What a tool that calls thousands of others would otherwise send to the page again and again.
const MOST_SPANS = 500;

/** One call of the page: its record grows until it ends, and `changed` is called whenever it does. */
export class LiveCall implements CallRecorder {
  readonly cancelled = new AbortController();
  /** What was asked, for the test that may be made of the call: whoever looks at the page can always be asked. */
  readonly conversation = new HeardQuestions(true);
  private started = performance.now();
  private readonly spans: Mutable<Span>[] = [];
  private readonly waiting: Pending[] = [];
  private asked = 0;
  private more: Partial<Mutable<CallRecord>> = { state: 'running' };

  constructor(
    private readonly facts: Pick<CallRecord, 'id' | 'tool' | 'args' | 'at'>,
    private readonly changed: () => void,
  ) {}

  get record(): CallRecord {
    const [first] = this.waiting;
    const { state = 'running', ...rest } = this.more;
    return { ...this.facts, state, ...rest, spans: this.spans, ...(first && { question: first.question }) };
  }

  /** The policy was asked; the time of the call begins now. */
  judged(verdict: CallVerdict): void {
    this.started = performance.now();
    this.set({ verdict });
  }

  readonly progress = (progress: Progress): void => this.set({ progress });

  /** Waits for the person's answer, or for the end of the call. */
  readonly ask = (question: Question): Promise<UserAnswer> => {
    const answer = this.answerTo(question);
    this.conversation.asked(question, answer);
    return answer;
  };

  /** Answers a question; returns false if nobody waits for it. */
  answer(number: number, answer: UserAnswer): boolean {
    const at = this.waiting.findIndex(({ question }) => question.number === number);
    const [pending] = at < 0 ? [] : this.waiting.splice(at, 1);
    if (!pending) return false;
    this.end(pending.span, answer.action !== 'accept');
    pending.settle(answer);
    return true;
  }

  /** Cancels the call, and whatever it asked. */
  cancel(): void {
    this.cancelled.abort();
    for (const { question } of [...this.waiting]) this.answer(question.number, { action: 'cancel' });
  }

  begin(name: string, parent: number | undefined): number {
    const span = this.note('call', name, parent);
    this.changed();
    return span;
  }

  end(number: number, failed: boolean): void {
    const span = this.spans.find((each) => each.number === number);
    if (!span) return;
    span.took = this.elapsed() - span.from;
    if (failed) span.failed = true;
    this.changed();
  }

  answered(result: WireResult, cost: Size): void {
    const state = this.cancelled.signal.aborted ? 'cancelled' : result.isError ? 'failed' : 'done';
    this.finish({ state, result: result, cost });
  }

  /** The server gave no result. */
  broke(problem: string): void {
    this.finish({ state: this.cancelled.signal.aborted ? 'cancelled' : 'failed', problem });
  }

  /** Forgets a result that there is no more room for. */
  forget(): void {
    const { result: _, ...rest } = this.more;
    this.more = {
      ...rest,
      problem: 'The answer was dropped to make room for later ones. Replay the call to see it again.',
    };
  }

  private answerTo({ message, schema, url }: Question): Promise<UserAnswer> {
    return new Promise((settle) => {
      const question = {
        number: ++this.asked,
        message,
        ...(schema && { schema }),
        ...(url !== undefined && { url }),
      };
      this.waiting.push({ question, span: this.note('question', 'asked the user', undefined), settle });
      this.changed();
    });
  }

  private finish(end: Partial<CallRecord>): void {
    const { progress: _, ...rest } = this.more;
    this.more = rest;
    for (const span of this.spans) span.took ??= this.elapsed() - span.from;
    this.set({ ...end, took: this.elapsed() });
  }

  private note(kind: Span['kind'], name: string, parent: number | undefined): number {
    const number = this.spans.length;
    if (number >= MOST_SPANS) return -1;
    this.spans.push({ number, kind, name, from: this.elapsed(), ...(parent !== undefined && { parent }) });
    return number;
  }

  private elapsed(): number {
    return Math.round((performance.now() - this.started) * 100) / 100;
  }

  private set(more: Partial<CallRecord>): void {
    this.more = { ...this.more, ...more };
    this.changed();
  }
}
