import { crypto } from '../base/crypto';
import { redact } from '../logging/redact';
import type { ToolShape } from '../tool/tool';

const HIDDEN = '•••';
const DEEPEST = 8;
const MOST_ENTRIES = 50;
const MOST_CHARACTERS = 100_000;

/** Who knows which arguments are secret. */
export interface SecretNames {
  /** The names of secret arguments of any tool: one tool may carry the arguments of another. */
  names(): readonly string[];
}

/**
 * Returns arguments as they are recorded: secrets hidden, as is whatever a tool doesn't know; of a long text the beginning,
 * its length and its hash, by which it can be recognised.
 */
export function auditedArguments(
  args: Readonly<Record<string, unknown>>,
  tool: ToolShape | undefined,
  secrets: SecretNames,
  longest: number,
): Record<string, unknown> {
  const known = tool?.describe().inputSchema.properties ?? {};
  const shown = Object.entries(args).map(([name, value]) => [
    name,
    Object.hasOwn(known, name) ? bounded(redactedValue(name, value, secrets), longest, 0) : HIDDEN,
  ]);
  const audited = Object.fromEntries(shown.slice(0, MOST_ENTRIES)) as Record<string, unknown>;
  if (!Object.values(audited).some((value) => typeof value === 'object')) return audited;
  const text = JSON.stringify(audited);
  return text.length > MOST_CHARACTERS ? { '…': shortened(text, longest) } : audited;
}

function redactedValue(name: string, value: unknown, secrets: SecretNames): unknown {
  const names = secrets.names();
  return names.length ? (redact({ [name]: value }, names) as Record<string, unknown>)[name] : value;
}

function bounded(value: unknown, longest: number, depth: number): unknown {
  if (typeof value === 'string') return value.length > longest ? shortened(value, longest) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEEPEST) return shortened(JSON.stringify(value), longest);
  const inner = (each: unknown): unknown => bounded(each, longest, depth + 1);
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ENTRIES).map(inner);
    return value.length > MOST_ENTRIES ? [...items, `… ${value.length - MOST_ENTRIES} more`] : items;
  }
  const entries = Object.entries(value);
  const kept = entries.slice(0, MOST_ENTRIES).map(([key, each]) => [key, inner(each)] as const);
  const left = entries.length - kept.length;
  return Object.fromEntries(left > 0 ? [...kept, ['…', `${left} more`]] : kept);
}

function shortened(text: string, longest: number): object {
  const sha256 = crypto().createHash('sha256').update(text).digest('hex');
  return { begins: text.slice(0, longest), characters: text.length, sha256 };
}
