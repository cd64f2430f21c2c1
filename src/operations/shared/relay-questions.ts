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
  private readonly asked = new Map<string, Set<string>>();

  constructor(private readonly taker: AnswerTaker) {}

  readonly relay = (operation: Operation, session: Session | undefined): void => {
    const { id, questions = {}, request } = operation;
    const open = Object.entries(questions);
    const asked = this.asked.get(id) ?? new Set();
    if (open.length) this.asked.set(id, asked);
    else this.asked.delete(id);
    for (const [name, question] of open) {
      if (asked.has(name)) continue;
      asked.add(name);
      void this.ask(id, name, question, inBackground(session, request.task ? id : undefined));
    }
  };

  private async ask(
    id: string,
    name: string,
    question: InputRequest,
    session: Session | undefined,
  ): Promise<void> {
    try {
      const answer = await put(question, session);
      if (answer !== LEFT) await this.taker.answer(id, { [name]: answer });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
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

async function put({ method, params }: InputRequest, session: Session | undefined): Promise<unknown> {
  if (method === 'elicitation/create' && session?.ask) return session.ask(questionFrom(params));
  if (method === 'sampling/createMessage' && session?.sample)
    return session.sample(params as unknown as SampleRequest);
  if (method === 'roots/list' && session?.requestRoots) {
    const roots = await session.requestRoots();
    return (roots as unknown) === LEFT ? LEFT : { roots: roots.map((path) => ({ uri: `file://${path}` })) };
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
