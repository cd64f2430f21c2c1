import { exceptionMessage } from '../../base/exception';
import { pathToFileURL } from 'node:url';
import { operationSession, type OperationQuestions } from '../../calls/background';
import type { InputRequest } from '../../calls/input-request';
import type { Question, SampleRequest, Session } from '../../tool-context';
import type { Operation } from '../operation';

/** Takes what a client said, or why it can't be asked. */
export interface AnswerTaker {
  answer(id: string, answers: Readonly<Record<string, unknown>>): Promise<void>;
  refuse(id: string, name: string, why: string): Promise<void>;
}

// Says that the client sees the question in its task, and answers it there.
const LEFT = Symbol('left to the task');

/** Puts the questions of operations that run elsewhere to the clients that this process is connected to, each once. */
export class QuestionRelay {
  private readonly asked = new Map<string, Map<string, AbortController>>();

  constructor(private readonly taker: AnswerTaker) {}

  /** Asks what is open and was not asked yet, and withdraws what is no longer open; called for every change, the end included. */
  readonly relay = (operation: Operation, session: Session | undefined): void => {
    const { id, questions = {}, request } = operation;
    const open = Object.entries(questions);
    const asked = this.asked.get(id) ?? new Map<string, AbortController>();
    if (open.length) this.asked.set(id, asked);
    else this.asked.delete(id);
    for (const [name, withdrawal] of asked) {
      if (Object.hasOwn(questions, name)) continue;
      asked.delete(name);
      withdrawal.abort(new Error('the question is no longer open'));
    }
    for (const [name, question] of open) {
      if (asked.has(name)) continue;
      const withdrawal = new AbortController();
      asked.set(name, withdrawal);
      const client = inBackground(session, request.task ? id : undefined);
      void this.ask(id, name, question, client, withdrawal.signal);
    }
  };

  private async ask(
    id: string,
    name: string,
    question: InputRequest,
    session: Session | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const answer = await put(question, session, signal);
      if (answer !== LEFT) await this.taker.answer(id, { [name]: answer });
    } catch (error) {
      if (signal.aborted) return;
      const why = exceptionMessage(error);
      await this.taker.refuse(id, name, why).catch(() => undefined);
    }
  }
}

function inBackground(session: Session | undefined, task: string | undefined): Session | undefined {
  const questions: OperationQuestions = {
    task,
    ask: <T>() => Promise.resolve(LEFT as T),
    show: (_request, answer) => answer(),
  };
  return operationSession(session)?.inBackground(questions) ?? session;
}

async function put(
  { method, params }: InputRequest,
  session: Session | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (method === 'elicitation/create' && session?.ask) return session.ask(questionFrom(params), signal);
  if (method === 'sampling/createMessage' && session?.sample)
    return session.sample(params as unknown as SampleRequest, signal);
  if (method === 'roots/list' && session?.requestRoots) {
    const roots = await session.requestRoots();
    return (roots as unknown) === LEFT
      ? LEFT
      : { roots: roots.map((path) => ({ uri: pathToFileURL(path).href })) };
  }
  throw new Error('the client can no longer be asked');
}

function questionFrom({ message, requestedSchema, url }: InputRequest['params']): Question {
  return {
    message: String(message),
    ...(requestedSchema !== undefined && { schema: requestedSchema as Record<string, unknown> }),
    ...(typeof url === 'string' && { url }),
  };
}
