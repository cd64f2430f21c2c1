import { HIDDEN } from '../base/hidden';
import { redact } from '../base/redact';
import type { ToolShape } from '../tool/tool';
import { BoundedValues, MOST_ENTRIES } from './bounded-values';

const MOST_CHARACTERS = 150_000;

/** Who knows which arguments are secret. */
export interface SecretNames {
  /** The names of secret arguments of any tool: one tool may carry the arguments of another. */
  names(): readonly string[];
}

/**
 * Returns arguments as they are recorded: secrets hidden, as is whatever a tool doesn't know; of a long text the beginning,
 * its length and its hash, by which it can be recognised. What it returns is plain JSON of a bounded size, whatever it is given.
 */
export function auditedArguments(
  args: Readonly<Record<string, unknown>>,
  tool: ToolShape | undefined,
  secrets: SecretNames,
  longest: number,
): Record<string, unknown> {
  const known = tool?.describe().inputSchema.properties ?? {};
  const bounded = new BoundedValues(longest, MOST_CHARACTERS);
  const names = Object.keys(args);
  const shown = names.slice(0, MOST_ENTRIES).map((name) => {
    const value = Object.hasOwn(known, name) ? redactedValue(name, args[name], secrets) : HIDDEN;
    return [bounded.name(name), bounded.value(value)] as const;
  });
  if (names.length > MOST_ENTRIES) shown.push(['…', `${names.length - MOST_ENTRIES} more`]);
  const audited = Object.fromEntries(shown);
  if (!bounded.isExceeded) return audited;
  return { '…': { begins: JSON.stringify(audited).slice(0, longest), more_than: MOST_CHARACTERS } };
}

function redactedValue(name: string, value: unknown, secrets: SecretNames): unknown {
  const names = secrets.names();
  return names.length ? (redact({ [name]: value }, names) as Record<string, unknown>)[name] : value;
}
