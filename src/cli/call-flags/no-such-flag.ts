import type { JsonSchema } from '../../base/json-schema';
import { nearestNames } from '../../base/names';
import type { OwnOptions } from '../../config';
import { unknownOptionCure } from '../../config/unknown-option-cure';
import { exampleArguments } from '../../json/schema-example';
import { settingElsewhere } from '../settings-elsewhere';
import { flagName, type Flag } from './call-flag';
import { findFlag } from './find-flag';

/** Whose arguments are read. */
export interface FlagOwner {
  /** The options of the command itself, of which one may be misspelt. */
  readonly options?: OwnOptions;
  readonly owner?: 'tool' | 'prompt';
  /** Whether another server offers it, which takes its settings elsewhere. */
  readonly isOther?: boolean;
}

/** Says that there is no argument with a name, and what to write instead. */
export function noSuchFlag(
  name: string,
  flags: readonly Flag[],
  { options = {}, owner = 'tool', isOther = false }: FlagOwner,
): string {
  const elsewhere = isOther ? settingElsewhere(name) : undefined;
  if (elsewhere !== undefined) return elsewhere;
  const inside = insideOf(name, flags);
  if (inside !== undefined) return `--${name}: ${inside}`;
  const wanted = flagName(name);
  const own = nearestNames(
    wanted,
    flags.map((flag) => flag.name),
  );
  const lacks = `--${name}: the ${owner} has no such argument`;
  if (name === 'cwd' && !own.length) return `${lacks}; ${unknownOptionCure(name, [])}`;
  const nearest = (own.length ? own : misspelt(wanted, options)).map((each) => `--${each}`);
  const shown = flags.filter(({ isWhole }) => !isWhole);
  const known = shown.length
    ? `it takes ${shown.map((flag) => `--${flag.name}`).join(', ')}`
    : 'it takes no arguments';
  return `${lacks}; ${nearest.length ? `did you mean ${nearest.join(' or ')}?` : known}`;
}

// An option of the command whose name only has the word in it is another matter than what a tool takes.
function misspelt(wanted: string, options: OwnOptions): string[] {
  return nearestNames(wanted, Object.keys(options)).filter(
    (name) => !name.includes(wanted) && !wanted.includes(name),
  );
}

// What is written as one value has no options for its parts: items of a list, fields of a deep or an open object.
function insideOf(name: string, flags: readonly Flag[]): string | undefined {
  const ends = [...name.matchAll(/[.[]/g)].map(({ index }) => index).reverse();
  for (const end of ends) {
    const found = findFlag(name.slice(0, end), flags);
    if (!found || found.off || found.flag.entries) continue;
    const { kind, schema, path } = found.flag;
    const option = `--${name.slice(0, end)}`;
    const field = name.slice(end).replace(/^(?:\.\d+|\[\d*\])*\.?/, '');
    const example = exampleOf(schema, field);
    if (kind === 'list' && !isStructured(schema))
      return `the items of ${path.join('.')} are given one by one: ${option} ${example} ${option} …`;
    if (kind === 'list') return `an item of ${path.join('.')} is written as JSON: ${option} ${example}`;
    if (isStructured(schema)) return `${path.join('.')} is written as JSON: ${option} ${example}`;
  }
  return undefined;
}

function isStructured({ type, enum: values, anyOf, ...rest }: JsonSchema): boolean {
  if (values || 'const' in rest) return false;
  return type === undefined || type === 'object' || type === 'array' || anyOf?.some(isStructured) === true;
}

// With the fields that it has to have, and the one that was meant.
function exampleOf(schema: JsonSchema, field: string): string {
  const properties = schema.properties ?? {};
  const meant = Object.keys(properties).filter((key) => key === field || flagName(key) === field);
  const required = [...new Set([...(schema.required ?? []), ...meant])];
  const named = required.length ? required : Object.keys(properties).slice(0, 3);
  const item = { ...schema, ...(schema.properties && { required: named }) };
  const example = exampleArguments({ type: 'object', properties: { item }, required: ['item'] })?.['item'];
  if (!isStructured(schema))
    return typeof example === 'object' ? 'VALUE' : shellWord(JSON.stringify(example));
  const isTelling = typeof example === 'object' && example !== null && Object.keys(example).length > 0;
  return isTelling ? `'${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'` : `'{"key": …}'`;
}

// A text of one word needs no quotes.
function shellWord(json: string): string {
  return json.replace(/^"([\w.-]+)"$/, '$1');
}
