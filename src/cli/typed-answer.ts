import type { JsonSchema } from '../base/json-schema';
import { kindsOf } from './call-flags/call-flag-value';
import { numberOf } from './call-flags/written-number';

/** What a person typed into a field of a question: the value, or why it is none, as it is said to that person. */
export type Typed = { readonly value: unknown } | { readonly problem: string };

/** Reads what was typed into a field of a question; the schema's rules are checked by others. */
export function typedAnswer(typed: string, schema: JsonSchema): Typed {
  if (schema.type !== 'array') return oneValue(typed, schema);
  const parts = typed.split(',').map((part) => part.trim());
  const read = parts.filter((part) => part !== '').map((part) => oneValue(part, schema.items ?? {}));
  const wrong = read.find((each) => 'problem' in each);
  return wrong ?? { value: read.map((each) => ('value' in each ? each.value : undefined)) };
}

function oneValue(typed: string, schema: JsonSchema): Typed {
  const kinds = kindsOf(schema);
  const only = kinds.length === 1 ? kinds[0] : undefined;
  if (only === 'boolean') return yesOrNo(typed);
  if (only !== 'number' && only !== 'integer') return { value: typed };
  const read = numberOf(typed);
  if ('value' in read) return read;
  return {
    problem: read.becomes === undefined ? `'${typed}' is not a number` : `${typed} has too many digits`,
  };
}

function yesOrNo(typed: string): Typed {
  if (/^\s*(?:y|yes|true)\s*$/i.test(typed)) return { value: true };
  if (/^\s*(?:n|no|false)\s*$/i.test(typed)) return { value: false };
  return { problem: `'${typed}' is neither yes nor no: answer y or n` };
}
