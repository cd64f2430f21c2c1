import type { JsonSchema } from '../../base/json-schema';
import { AppUsageError } from '../command';
import type { Flag } from './call-flag';
import { numberOf } from './written-number';

/** Converts what was written after a flag to the value that the schema wants; the tool itself checks the rules. */
export function flagValue(flag: string, text: string, schema: JsonSchema, nullable = false): unknown {
  const kinds = kindsOf(schema);
  const only = kinds.length === 1 ? kinds[0] : undefined;
  if (only === 'string') return text;
  if (only === 'number' || only === 'integer') return numberIn(flag, text, schema);
  if (only === 'boolean') return booleanIn(flag, text, nullable);
  const parsed = jsonIn(text);
  // Where text is allowed, what reads like another kind that isn't is text.
  if (parsed !== undefined && !(kinds.includes('string') && !isOfKind(parsed.value, kinds)))
    return parsed.value;
  if (only === 'object' || only === 'array')
    throw new AppUsageError(
      `--${flag}: not valid JSON; write ${only === 'object' ? `'{"key": …}'` : `'[…]'`}`,
    );
  return text;
}

/** Returns whether `null` after a flag is null, and not a text: where null is allowed, and this text isn't. */
export function readsNull({ nullable, kind, schema }: Flag): boolean {
  if (!nullable || kind === 'list') return false;
  const words = 'const' in schema ? [schema.const] : schema.enum;
  return words ? !words.includes('null') : !kindsOf(schema).includes('string');
}

/** Returns the JSON types that a schema allows; empty if it allows any. */
export function kindsOf(schema: JsonSchema): string[] {
  if (schema.type) return [schema.type as string | string[]].flat();
  const values = 'const' in schema ? [schema.const] : schema.enum;
  if (values) return [...new Set(values.map(kindOf))];
  const { anyOf, oneOf } = schema as { anyOf?: readonly JsonSchema[]; oneOf?: readonly JsonSchema[] };
  const each = (anyOf ?? oneOf ?? []).map(kindsOf);
  return each.some((kinds) => !kinds.length) ? [] : [...new Set(each.flat())];
}

/** Returns the values that a schema lists, as they are written; empty if it lists none. A choice with titles is a list of constants. */
export function choicesOf(schema: JsonSchema): string[] {
  const titled = (schema['oneOf'] ?? schema.anyOf ?? []) as readonly { const?: unknown }[];
  const constants =
    'const' in schema ? [schema.const] : titled.flatMap((one) => ('const' in one ? [one.const] : []));
  return (schema.enum ?? constants).map(String);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function isOfKind(value: unknown, kinds: readonly string[]): boolean {
  return kinds.includes(kindOf(value)) || (Number.isInteger(value) && kinds.includes('integer'));
}

function numberIn(flag: string, text: string, schema: JsonSchema): number {
  const read = numberOf(text);
  if ('value' in read) return read.value;
  if (read.becomes !== undefined)
    throw new AppUsageError(
      `--${flag}: ${text} has more digits than a JSON number holds; the tool would get ${read.becomes}`,
    );
  const choices = choicesOf(schema);
  const cure = choices.length ? `; write ${orList(choices)}` : '';
  throw new AppUsageError(`--${flag}: '${text}' is not a number${cure}`);
}

function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function booleanIn(flag: string, text: string, nullable: boolean): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  const [values, ways] = nullable
    ? ['neither true, false nor null', `--${flag}=true, --${flag}=false or --${flag}=null`]
    : ['neither true nor false', `--${flag}=true or --${flag}=false`];
  throw new AppUsageError(`--${flag}: '${text}' is ${values}; write ${ways}`);
}

function jsonIn(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
