import type { OperationQuestions, OperationSession } from '../../calls/background';
import type { Session } from '../../tool-context';

/** A legacy client as visible to a tool that runs in the background: it is asked as ever, and its task shows the question. */
export class LegacyBackgroundSession implements Session {
  readonly notify: NonNullable<Session['notify']>;

  constructor(
    private readonly session: OperationSession,
    private readonly questions: OperationQuestions,
    private readonly askFor: (task: string | undefined) => Session['ask'],
  ) {
    this.notify = (method, params) => session.notify?.(method, params);
  }

  get id(): string {
    return this.session.id;
  }

  get principal(): Session['principal'] {
    return this.session.principal;
  }

  get grant(): Session['grant'] {
    return this.session.grant;
  }

  get client(): Session['client'] {
    return this.session.client;
  }

  get roots(): Session['roots'] {
    return this.session.roots;
  }

  get requestRoots(): Session['requestRoots'] {
    return this.session.requestRoots;
  }

  get ask(): Session['ask'] {
    const ask = this.askFor(this.questions.task);
    return (
      ask &&
      ((question, signal) => {
        const request = { method: 'elicitation/create', params: { message: question.message } };
        return this.questions.show(request, () => ask(question, signal));
      })
    );
  }

  get sample(): Session['sample'] {
    const { sample } = this.session;
    return (
      sample &&
      ((wanted, signal) =>
        this.questions.show({ method: 'sampling/createMessage', params: {} }, () => sample(wanted, signal)))
    );
  }
}
