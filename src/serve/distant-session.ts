import { rootsSetBy, type CallerRoots } from '../base/caller-roots';
import type { CallerData, OperationQuestions } from '../calls/background';
import type { LogLevel } from '../logger';
import type { Session } from '../tool-context';
import { ModernSession } from './modern/modern-session';
import type { Envelope } from './modern/modern-envelope';

/**
 * The caller of an operation that runs in another process than the one its client is connected to. It may do what it was
 * granted there, and its user is asked through the operation's questions, which any server can answer.
 */
export class DistantSession extends ModernSession {
  constructor(
    private readonly data: CallerData,
    questions: OperationQuestions,
    notify: (method: string, params: Record<string, unknown>) => void,
  ) {
    const envelope = { capabilities: data.capabilities, client: data.client } as unknown as Envelope;
    super(wireCaller(data), envelope, notify, true, undefined, (key, request, read) =>
      questions.ask(key, request, read),
    );
  }

  override get roots(): Session['roots'] {
    const roots = grantRoots(this.data.grant) ?? this.data.roots;
    return roots && (() => Promise.resolve(roots));
  }

  override get logLevel(): LogLevel | undefined {
    return this.data.logLevel;
  }

  get project(): string | undefined {
    return this.data.project;
  }
}

function wireCaller({
  session: id,
  principal,
  grant,
}: CallerData): ConstructorParameters<typeof ModernSession>[0] {
  if (!grant) return { id, principal };
  const { tools, answerBudget } = grant;
  const allowed = new Set(tools);
  return {
    id,
    principal,
    grant: { allows: (tool) => allowed.has(tool), roots: grantRoots(grant), answerBudget },
  };
}

function grantRoots(grant: CallerData['grant']): CallerRoots | undefined {
  if (!grant?.roots) return undefined;
  return grant.rootsSetBy ? rootsSetBy(grant.roots, grant.rootsSetBy) : grant.roots;
}
