import { isError } from '../base/any-realm';
import { exceptionMessage } from '../base/exception';
import type { CallReport } from '../calls/call-report';
import { CallCancelledError, QuestionPendingError, ToolTimeoutError, toProtocolError } from '../errors';
import { hideValues } from '../json/hide-values';
import type { KnownSecrets } from '../json/known-secrets';
import { Result } from '../result';
import { estimateTokens } from '../tokens/estimate';
import { outcomeError } from '../calls/render';
import { argumentsOf } from '../tool/arguments-of';
import { auditedArguments } from './audited-arguments';

/** In what a call ended, in one word. */
export type AuditedOutcome = 'ok' | 'started' | 'asked' | 'failed' | 'refused' | 'timeout' | 'cancelled';

/** One call, as the audit keeps it. */
export interface AuditedCall {
  readonly id: string;
  readonly parent?: string;
  readonly kind: string;
  readonly name: string;
  readonly door: string;
  readonly who?: { readonly principal?: string; readonly session?: string; readonly client?: string };
  readonly args: Record<string, unknown>;
  readonly policy?: readonly AuditedDecision[];
  readonly consent?: { readonly granted: boolean; readonly why: string };
  readonly refused_by?: string;
  readonly outcome: AuditedOutcome;
  readonly error?: string;
  readonly operation?: string;
  readonly tokens?: number;
  readonly ms: number;
  readonly trace?: string;
  /** Why the rest of it is missing, if it could not be put into words. */
  readonly incomplete?: string;
}

/** One step of what the policy decided. */
export interface AuditedDecision {
  readonly allowed: boolean;
  readonly reason: string;
  readonly rule: string;
  readonly where: string;
}

const LONGEST_TEXT = 500;
const MOST_DECISIONS = 20;

/**
 * Returns what the audit keeps of a call; of one that can't be put into words, that it was made: a value that a caller or
 * a tool chose must neither keep its call out of the audit nor look like an audit that can't be written.
 */
export function auditedCall(report: CallReport, secrets: KnownSecrets, longest: number): AuditedCall {
  try {
    return wholeCall(report, secrets, longest);
  } catch (error) {
    return leastOf(report, error);
  }
}

function leastOf(report: CallReport, error: unknown): AuditedCall {
  const { id, kind, name, door, refusedBy, session, took } = report;
  return {
    id,
    kind,
    name: clipped(name),
    door,
    ...(typeof session?.principal === 'string' && { who: { principal: clipped(session.principal) } }),
    args: {},
    ...(refusedBy && { refused_by: refusedBy }),
    outcome: auditedOutcome(report),
    ms: rounded(took),
    incomplete: clipped(isError(error) ? error.message : typeof error),
  };
}

function wholeCall(report: CallReport, secrets: KnownSecrets, longest: number): AuditedCall {
  const { parent, session, decisions, consent, refusedBy, outcome, tool } = report;
  const who = session && whoIn(session);
  const error = errorOf(report);
  const tokens = outcome?.wire && tokensOf(outcome.wire.content);
  const trace = report.trace?.traceparent?.split('-')[1];
  return {
    id: report.id,
    ...(parent !== undefined && { parent }),
    kind: report.kind,
    name: clipped(report.name),
    door: report.door,
    ...(who && { who }),
    args: auditedArguments(report.args, tool, secrets, longest),
    ...(decisions?.length && { policy: decisions.slice(0, MOST_DECISIONS).map(decisionOf) }),
    ...(consent && { consent: { granted: consent.granted, why: clipped(consent.why) } }),
    ...(refusedBy && { refused_by: refusedBy }),
    outcome: auditedOutcome(report),
    ...(error !== undefined && {
      error: clipped(hideValues(error, report.args, argumentsOf(tool).schema, secrets)),
    }),
    ...(outcome?.operation !== undefined && { operation: clipped(outcome.operation) }),
    ...(tokens !== undefined && { tokens }),
    ms: rounded(report.took),
    ...(trace !== undefined && { trace: clipped(trace) }),
  };
}

/** Returns in what a call ended. */
export function auditedOutcome({ refusedBy, outcome, error }: CallReport): AuditedOutcome {
  if (refusedBy) return 'refused';
  if (outcome && !outcome.isError) return outcome.operation === undefined ? 'ok' : 'started';
  const thrown = error ?? (outcome?.result instanceof Result ? outcome.result.exception : undefined);
  if (thrown instanceof QuestionPendingError) return 'asked';
  if (!outcome && error === undefined) return 'ok';
  const type = outcome?.result instanceof Result ? outcome.result.errorType : undefined;
  if (thrown instanceof ToolTimeoutError || type === 'timeout') return 'timeout';
  if (thrown instanceof CallCancelledError || type === 'cancelled') return 'cancelled';
  return 'failed';
}

function errorOf({ outcome, error }: CallReport): string | undefined {
  if (error !== undefined) return `${exceptionMessage(error)} (${toProtocolError(error).code})`;
  return outcome?.isError ? outcomeError(outcome) : undefined;
}

function whoIn({ principal, id, client }: NonNullable<CallReport['session']>): AuditedCall['who'] {
  return {
    ...(principal !== undefined && { principal: clipped(principal) }),
    session: clipped(id),
    ...(client && { client: clipped(`${client.name} ${client.version}`) }),
  };
}

function decisionOf({
  allowed,
  reason,
  rule,
}: NonNullable<CallReport['decisions']>[number]): AuditedDecision {
  return { allowed, reason: clipped(reason), rule: clipped(rule.rule), where: clipped(rule.where) };
}

function tokensOf(content: readonly { readonly type: string }[]): number {
  let tokens = 0;
  for (const block of content) if ('text' in block) tokens += estimateTokens(block.text as string);
  return tokens;
}

function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000;
}

// Text by its type alone: a client or a tool in plain JavaScript may have put anything there.
function clipped(given: string): string {
  const text = typeof given === 'string' ? given : String(given);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
