import { effectOf, purposeOf } from './call-effect';
import type { OpenCallReport } from './open-call-report';
import type { Logger } from '../logger';
import { Result, type Failure } from '../result';
import type { ToolShape } from '../tool/tool';
import type { Door, Session } from '../tool-context';

/**
 * What happens before a destructive tool runs. `literal` asks where the client can, and else takes the literal of an
 * `@Explicit` field as enough; `ask` refuses where the user can't be asked, `deny` refuses always, and both also hold for
 * tools whose annotations call them destructive.
 */
export type ConsentMode = 'literal' | 'ask' | 'deny';

/** Returns how consent is required now. */
export function consentNow(mode: ConsentMode | (() => ConsentMode)): ConsentMode {
  return typeof mode === 'function' ? mode() : mode;
}

/** Returns whether a call of this tool needs consent. */
export function needsConsent(tool: ToolShape, mode: ConsentMode): boolean {
  if (tool.explicit !== undefined) return true;
  return mode !== 'literal' && tool.describe().annotations?.destructiveHint === true;
}

/** Asks for the user's word where the client can; else the operator's setting decides. Every decision is logged. */
export async function refuseWithoutConsent(
  tool: ToolShape,
  args: Record<string, unknown>,
  mode: ConsentMode,
  session: Session | undefined,
  log: Logger,
  signal: AbortSignal,
  door?: Door,
  report?: OpenCallReport,
): Promise<Failure | undefined> {
  const effect = effectOf(tool, args);
  const decide = (granted: boolean, why: string, cure = TO_AGENT): Failure | undefined => {
    if (report) report.consent = { granted, why };
    const about = effect.length ? ` (${effect.join(', ')})` : '';
    log.info(`Consent for ${tool.name} ${granted ? 'granted' : 'refused'}: ${why}${about}`);
    return granted ? undefined : refusal(tool, why, cure);
  };
  if (mode === 'deny') return decide(false, 'the operator does not allow destructive tools');
  if (session?.ask) {
    // In a shell, the person who is asked typed the command.
    const who = door === 'shell' ? 'You are about' : 'The agent wants';
    const wanted = `${who} to run ${tool.name}: ${purposeOf(tool)}`;
    const message = [wanted, ...effect, 'Do you allow this?'].join('\n');
    const answer = await session.ask({ message }, signal);
    return decide(answer.action === 'accept', `the user chose to ${answer.action}`);
  }
  if (mode === 'ask' && door === 'shell')
    return decide(false, 'you have to be asked, and there is no terminal to ask in', TO_PERSON);
  if (mode === 'ask') return decide(false, 'the user has to be asked, and this client offers no way to');
  return decide(true, 'the literal was given, and this client offers no way to ask the user');
}

const TO_AGENT = 'Tell the user, and take no further action. Do not try the same by other means.';
const TO_PERSON = 'Ask the user to run the command in a terminal, without a pipe: it is for them to allow.';

function refusal(tool: ToolShape, why: string, instruction: string): Failure {
  return Result.failure(`${tool.name} was not run: ${why}`, 'consent_refused', {
    message: `${tool.name} was not run: ${why}.`,
    instruction,
  });
}
