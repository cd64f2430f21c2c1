import type { Logger } from '../logger';
import { Result, type Failure } from '../result';
import type { Tool } from '../tool/tool';
import type { Session } from '../tool-context';

/**
 * What happens when a destructive tool is called with the right literal: `literal` takes it as enough where the
 * user can't be asked, `ask` refuses then, `deny` refuses always.
 */
export type ConsentMode = 'literal' | 'ask' | 'deny';

/** Asks for the user's word where the client can; else the operator's setting decides. Every decision is logged. */
export async function refuseWithoutConsent(
  tool: Tool,
  args: Record<string, unknown>,
  mode: ConsentMode,
  session: Session | undefined,
  log: Logger,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const decide = (granted: boolean, why: string): Failure | undefined => {
    log.info(`Consent for ${tool.name} ${granted ? 'granted' : 'refused'}: ${why}`);
    return granted ? undefined : refusal(tool, why);
  };
  if (mode === 'deny') return decide(false, 'the operator does not allow destructive tools');
  if (session?.ask) {
    const answer = await session.ask({ message: question(tool, args) }, signal);
    return decide(answer.action === 'accept', `the user chose to ${answer.action}`);
  }
  if (mode === 'ask') return decide(false, 'the user has to be asked, and this client offers no way to');
  return decide(true, 'the literal was given, and this client offers no way to ask the user');
}

function refusal(tool: Tool, why: string): Failure {
  return Result.failure(`${tool.name} was not run: ${why}`, 'consent_refused', {
    message: `${tool.name} was not run: ${why}.`,
    instruction: 'Tell the user, and take no further action. Do not try the same by other means.',
  });
}

function question(tool: Tool, args: Record<string, unknown>): string {
  const shown = Object.entries(args)
    .filter(([name]) => name !== tool.explicit?.field)
    .map(([name, value]) => `${name}: ${tool.secrets.includes(name) ? '•••' : shorten(value)}`);
  const [purpose = ''] = tool.describe().summary.split('\n');
  return [`The agent wants to run ${tool.name}: ${purpose}`, ...shown, 'Do you allow this?'].join('\n');
}

function shorten(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}
