import type { Question, Session } from '../tool-context';
import { questionProblem } from './question-problem';

/** The same session, which refuses a question that MCP has no form for before anybody hears of it. */
export function askableSession(session: Session, tool: string): Session {
  // Everything is read from the session itself, which keeps what was asked.
  return new Proxy(session, {
    get: (target, name) =>
      name === 'ask' ? checkedAsk(target, tool) : (Reflect.get(target, name) as unknown),
  });
}

function checkedAsk(session: Session, tool: string): Session['ask'] {
  const { ask } = session;
  return (
    ask &&
    ((question: Question, signal?: AbortSignal) => {
      const problem = questionProblem(tool, question);
      return problem ? Promise.reject(problem) : ask.call(session, question, signal);
    })
  );
}
