import { HIDDEN } from '../base/hidden';
import { redactNames } from '../base/redact-names';
import type { JsonSchema } from '../base/json-schema';
import type { KnownSecrets } from '../json/known-secrets';
import { holdsSecret } from '../json/holds-secret';
import { withoutSecrets } from '../json/without-secrets';
import { argumentsOf } from '../tool/arguments-of';
import type { ToolShape } from '../tool/tool';
import { BoundedValues, MOST_ENTRIES } from './bounded-values';

const MOST_CHARACTERS = 150_000;

/**
 * Returns arguments as they are recorded: secrets hidden, as is whatever a tool doesn't know; of a long text the beginning,
 * its length and its hash, by which it can be recognised. What it returns is plain JSON of a bounded size, whatever it is given.
 */
export function auditedArguments(
  args: Readonly<Record<string, unknown>>,
  tool: ToolShape | undefined,
  secrets: KnownSecrets,
  longest: number,
): Record<string, unknown> {
  const { schema } = argumentsOf(tool);
  const bounded = new BoundedValues(longest, MOST_CHARACTERS);
  const names = Object.keys(args);
  const kept = Object.fromEntries(names.slice(0, MOST_ENTRIES).map((name) => [name, args[name]]));
  const hidden = hiddenArguments(kept, schema, secrets);
  const shown = Object.keys(kept).map((name) => {
    const value = schema.properties && Object.hasOwn(schema.properties, name) ? hidden[name] : HIDDEN;
    return [bounded.name(name), bounded.value(value)] as const;
  });
  if (names.length > MOST_ENTRIES) shown.push(['…', `${names.length - MOST_ENTRIES} more`]);
  const audited = Object.fromEntries(shown);
  if (!bounded.isExceeded) return audited;
  return { '…': { begins: JSON.stringify(audited).slice(0, longest), more_than: MOST_CHARACTERS } };
}

// Where nothing is secret, nothing has to be looked through.
function hiddenArguments(
  args: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  secrets: KnownSecrets,
): Readonly<Record<string, unknown>> {
  const { names } = secrets;
  if (!names.length && !secrets.tools?.size && !holdsSecret(schema, names, schema)) return args;
  return redactNames(withoutSecrets(args, schema, secrets), names) as Record<string, unknown>;
}
