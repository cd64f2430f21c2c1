import { isObject } from '../../base/json-value';
import type { UserAnswer, Question, Sample, SampleRequest, Session } from '../../tool-context';
import { rootPaths } from '../root-paths';
import { askable, grantedRoots, type WireCaller } from '../wire-caller';
import type { OperationQuestions, OperationSession } from '../../calls/background';
import { answerProblem } from '../../calls/answer-problem';
import { withQuestionDefaults } from '../../calls/defaults-of-question';
import { userAnswer } from '../../calls/user-answer';
import { elicitation } from '../elicitation';
import { askInBackground, type AskClient } from './modern-background-session';
import { followsTasks } from './modern-tasks';
import type { Envelope } from './modern-envelope';
import type { AskingLane, Lease } from '../../calls/keys/call-records';
import { Questions } from './modern-questions';
import type { Resumed } from './resumed-call';

/** The sender of one modern request, as visible to tools; what it can't do is absent. */
export class ModernSession implements OperationSession, AskingLane {
  /** Nothing may follow the reply. */
  readonly hearsEnd = false;
  private made: Questions | undefined;
  /** What has to know of the questions that the call is answered with. */
  leases: Lease[] | undefined;

  constructor(
    private readonly caller: WireCaller,
    private readonly envelope: Envelope,
    readonly notify: (method: string, params: Record<string, unknown>) => void,
    /** Whether the method may answer with questions. */
    private readonly asks: boolean,
    readonly resumed?: Resumed,
    /** How the client is asked, if not by questions in the reply. */
    private readonly askOther?: AskClient,
  ) {}

  /** Whether the request has been answered. */
  isOver: () => boolean = () => false;

  // Bound to this very object, which keeps the questions, whatever is wrapped around it.
  readonly inBackground = (questions: OperationQuestions): Session => {
    const askNow: AskClient = (key, request, read) => this.begin().ask(key, request, read);
    const ask = askInBackground(questions, followsTasks(this.envelope), () => this.isOver(), askNow);
    return new ModernSession(this.caller, this.envelope, this.notify, this.asks, undefined, ask);
  };

  get round(): string | undefined {
    return this.resumed?.round;
  }

  get admit(): AskingLane['admit'] {
    return this.resumed?.admit;
  }

  get asksBack(): boolean {
    return this.made?.open ?? false;
  }

  hold(lease: Lease): void {
    (this.leases ??= []).push(lease);
  }

  get id(): string {
    return this.caller.id;
  }

  get principal(): Session['principal'] {
    return this.caller.principal;
  }

  get grant(): Session['grant'] {
    return this.caller.grant;
  }

  get capabilities(): OperationSession['capabilities'] {
    return this.asks ? askable(this.envelope.capabilities) : {};
  }

  get logLevel(): OperationSession['logLevel'] {
    return this.envelope.logLevel;
  }

  get asksInReply(): boolean {
    return !followsTasks(this.envelope);
  }

  get roots(): Session['roots'] {
    return grantedRoots(this.caller.grant);
  }

  /** The questions of the request, if it asked any. */
  get questions(): Questions | undefined {
    return this.made;
  }

  get client(): Session['client'] {
    return this.envelope.client;
  }

  get ask(): Session['ask'] {
    const { elicitation: can } = this.envelope.capabilities;
    if (!this.asks || !isObject(can)) return undefined;
    const ask = this.asker();
    return (question: Question): Promise<UserAnswer> =>
      ask(question.key, { method: 'elicitation/create', params: elicitation(question, can) }, (given) => {
        const answer = withQuestionDefaults(given, question);
        return answerProblem(answer, question) === undefined
          ? userAnswer(answer['action'] as UserAnswer['action'], answer['content'])
          : undefined;
      });
  }

  get sample(): Session['sample'] {
    if (!this.asks || !isObject(this.envelope.capabilities['sampling'])) return undefined;
    const ask = this.asker();
    return ({ key, ...params }: SampleRequest): Promise<Sample> =>
      ask(key, { method: 'sampling/createMessage', params }, (answer) =>
        isObject(answer['content']) || Array.isArray(answer['content'])
          ? (answer as unknown as Sample)
          : undefined,
      );
  }

  get requestRoots(): Session['requestRoots'] {
    if (!this.asks || !isObject(this.envelope.capabilities['roots'])) return undefined;
    const ask = this.asker();
    return (key) => ask(key, { method: 'roots/list', params: {} }, offeredRoots);
  }

  private asker(): AskClient {
    return this.askOther ?? ((key, request, read) => this.begin().ask(key, request, read));
  }

  private begin(): Questions {
    return (this.made ??= new Questions(this.resumed?.state, this.resumed?.responses));
  }
}

function offeredRoots({ roots }: Record<string, unknown>): string[] | undefined {
  if (!Array.isArray(roots)) return undefined;
  return rootPaths(roots.map((root) => (isObject(root) ? root['uri'] : undefined)));
}
