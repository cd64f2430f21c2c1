import type { AuditedCall } from './audit-record';
import type { ReadRecord } from './read-audit';

const DOORS: Readonly<Record<string, string>> = {
  client: 'a client',
  run: 'code in run',
  prompt: 'a prompt',
  resource: 'a resource',
  sequence: 'a sequence',
  operation: 'a background operation',
  shell: 'the shell',
  tool: 'another tool',
};

const REFUSALS: Readonly<Record<string, string>> = {
  unknown: 'there is no such tool for this caller',
  disabled: 'the tool is disabled',
  arguments: 'its arguments are not valid',
  policy: 'the policy does not allow it',
  guard: 'a guard of the app does not allow it',
  consent: 'the user did not consent',
  task: 'the client can’t follow tasks, as the tool requires',
  observer: 'it could not be observed as it must be',
};

const OUTCOMES: Readonly<Record<string, string>> = {
  ok: 'It was carried out.',
  started: 'It was begun in the background',
  asked: 'It asked the user, and was to be made again with the answer.',
  failed: 'It was carried out, and failed.',
  refused: 'It was refused',
  timeout: 'It was ended at its time limit.',
  cancelled: 'It was cancelled by its caller.',
};

/** Says in words who made a call, why it was allowed or refused, and in what it ended; and which calls belong to it. */
export function explainRecord(record: ReadRecord, all: readonly ReadRecord[]): string {
  const { chain, n, at, name = '', kind = 'tool', parent, outcome = '', error } = record;
  const lines = [
    `${at}: ${kind} ${name} (record ${n} of chain ${chain})`,
    `Called through ${DOORS[record.door ?? ''] ?? record.door}${byWhom(record.who)}.`,
  ];
  if (parent !== undefined) lines.push(`Made by ${named(parent, all)}.`);
  const args = JSON.stringify(record.args ?? {});
  if (record.incomplete !== undefined)
    lines.push(`Its arguments and its answer could not be put into words: ${record.incomplete}.`);
  else lines.push(args === '{}' ? 'Without arguments.' : `With ${args}.`);
  lines.push(...whyAllowed(record));
  lines.push(ending(record, outcome));
  if (error !== undefined) lines.push(`  ${error}`);
  const cost = record.tokens === undefined ? '' : `, and its answer costs about ${record.tokens} tokens`;
  lines.push(`It took ${record.ms ?? 0} ms${cost}.`);
  if (record.trace !== undefined) lines.push(`Trace ${record.trace}.`);
  const inner = all.filter((each) => each.parent !== undefined && each.parent === record.id);
  if (inner.length) lines.push('It made:', ...inner.map((each) => `  ${recordSummary(each)}`));
  return `${lines.join('\n')}\n`;
}

/** Returns a record in one line. */
export function recordSummary(record: ReadRecord): string {
  const { at, type, chain, n } = record;
  if (type !== 'call') return `${at} ${chain}:${n} ${type}`;
  const who = record.who?.principal ?? record.who?.client ?? record.who?.session ?? '';
  const why = record.refused_by === undefined ? '' : ` (${record.refused_by})`;
  const parts = [at, record.id, record.door, who, record.name, `${record.outcome}${why}`, `${record.ms} ms`];
  return parts.filter((part) => part !== '').join(' ');
}

function whyAllowed({ policy, consent, refused_by }: ReadRecord): string[] {
  const lines = (policy ?? []).map(
    ({ allowed, reason, rule, where }) =>
      `The policy ${allowed ? 'allowed' : 'refused'} it: ${reason}\n  by ${rule}\n  at ${where}`,
  );
  const judged = refused_by === undefined || refused_by === 'guard' || refused_by === 'consent';
  if (!lines.length && judged) lines.push('The policy had nothing to judge about it.');
  if (consent) lines.push(`Consent was ${consent.granted ? 'granted' : 'refused'}: ${consent.why}.`);
  else if (judged && refused_by !== 'guard') lines.push('It needed no consent.');
  return lines;
}

function ending({ refused_by, operation }: ReadRecord, outcome: string): string {
  const words = OUTCOMES[outcome] ?? outcome;
  if (outcome === 'refused') return `${words}: ${REFUSALS[refused_by ?? ''] ?? refused_by}.`;
  return outcome === 'started' ? `${words} as ${operation}.` : words;
}

function byWhom(who: AuditedCall['who']): string {
  if (!who) return '';
  const { principal, client, session } = who;
  const parts = [
    ...(principal === undefined ? [] : [`by ${principal}`]),
    ...(client === undefined ? [] : [`from ${client}`]),
    ...(session === undefined ? [] : [`session ${session}`]),
  ];
  return parts.length ? ` ${parts.join(', ')}` : '';
}

function named(id: string, all: readonly ReadRecord[]): string {
  const found = all.find((record) => record.id === id);
  return found ? `${found.name} (${id})` : id;
}
