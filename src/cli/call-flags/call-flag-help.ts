import { entryFieldFlags, entryFlag, inEntry, type Flag } from './call-flag';
import { ruleWords } from '../../inspect/schema-view';
import { typeOf } from '../../tool/signature';
import { kindsOf } from './call-flag-value';
import { asJson, isWorthNo, flagSpellingOf } from './flag-spelling';

/** Returns one line per flag: how it is written among all those of its tool, what it is for, and its most important rules. */
export function flagHelp(shown: readonly Flag[], all: readonly Flag[] = shown): string[] {
  const flags = shown.filter(isShown).flatMap(withFields);
  const written = flags.map((flag) => writtenAs(flag, all));
  const width = Math.min(34, Math.max(0, ...written.map((text) => text.length)));
  return flags.map((flag, at) => {
    const facts = factsOf(flag, all);
    const text = [flag.description, facts.length ? `(${facts.join('; ')})` : ''].filter(Boolean).join(' ');
    return `  ${written[at]!.padEnd(width)}  ${text}`.trimEnd();
  });
}

/** Returns whether help has a line for a flag: an object whose fields have lines of their own needs one only if it may be null. */
export function isShown({ isWhole, nullable }: Flag): boolean {
  return isWhole !== true || nullable;
}

/** Writes one flag for the line that shows the whole command. */
export function flagUsage(flag: Flag, all: readonly Flag[]): string {
  const { on } = flagSpellingOf(flag, all);
  const word = on === undefined ? asJson(flag, '…') : flag.kind === 'switch' ? on : `${on} …`;
  return flag.required ? word : `[${word}]`;
}

// A map of objects, and then each field of an entry.
function withFields(flag: Flag): Flag[] {
  if (!flag.entries) return [flag];
  return [flag, ...entryFieldFlags(flag).map((field) => inEntry(flag, 'KEY', field))];
}

function writtenAs(flag: Flag, all: readonly Flag[]): string {
  if (flag.entries) return writtenAs(entryFlag(flag, 'KEY'), all);
  const { on, off } = flagSpellingOf(flag, all);
  if (on === undefined) return asJson(flag, '…');
  if (flag.kind !== 'switch') return `${on} ${placeholder(flag)}${flag.kind === 'list' ? ' …' : ''}`;
  const name = on.slice('--'.length);
  return isWorthNo(flag) && off === `--no-${name}` ? `--[no-]${name}` : on;
}

function placeholder({ schema }: Flag): string {
  if (schema.enum && schema.enum.length <= 6) return schema.enum.map(String).join('|');
  if ('const' in schema) return String(schema.const);
  const kinds = kindsOf(schema);
  if (kinds.length === 1 && (kinds[0] === 'number' || kinds[0] === 'integer')) return 'NUMBER';
  return kinds.length === 1 && kinds[0] === 'string' ? 'TEXT' : 'JSON';
}

function factsOf(flag: Flag, all: readonly Flag[]): string[] {
  const { schema, default: fallback } = flag;
  const { on = '', off, none } = flagSpellingOf(flag, all);
  const entry = flag.entries && flagSpellingOf(entryFlag(flag, 'KEY'), all);
  const rules = ruleWords(schema);
  return [
    ...(flag.required ? ['required'] : []),
    ...(flag.kind === 'list' ? ['repeatable'] : []),
    ...(schema.enum && schema.enum.length > 6 ? [`one of ${schema.enum.map(String).join(', ')}`] : []),
    ...(rules ? [rules] : []),
    ...(schema.type === 'object' ? [`${flag.kind === 'list' ? 'each ' : ''}${typeOf(schema)}`] : []),
    ...(flag.entries ? [`or ${on} JSON`] : []),
    ...(on && off === `${on}=false`
      ? [`${off} for false, since --no-${on.slice(2)} is another argument`]
      : []),
    ...(none === undefined ? [] : [`${none} for null`]),
    ...(entry?.none === undefined ? [] : [`${entry.none} for null in it`]),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ];
}
