import { entryFieldFlags, entryFlag, inEntry, type Flag } from './call-flag';
import { ruleWords } from '../../inspect/schema-view';
import { typeOf } from '../../tool/signature';
import { kindsOf } from './call-flag-value';

/** Returns one line per flag: how it is written, what it is for, and its most important rules. */
export function flagHelp(all: readonly Flag[]): string[] {
  const flags = all.filter(({ isWhole }) => !isWhole).flatMap(withFields);
  const written = flags.map(writtenAs);
  const width = Math.min(34, Math.max(0, ...written.map((text) => text.length)));
  return flags.map((flag, at) => {
    const facts = factsOf(flag);
    const text = [flag.description, facts.length ? `(${facts.join('; ')})` : ''].filter(Boolean).join(' ');
    return `  ${written[at]!.padEnd(width)}  ${text}`.trimEnd();
  });
}

// A map of objects, and then each field of an entry.
function withFields(flag: Flag): Flag[] {
  if (!flag.entries) return [flag];
  return [flag, ...entryFieldFlags(flag).map((field) => inEntry(flag, 'KEY', field))];
}

function writtenAs(flag: Flag): string {
  if (flag.entries) return writtenAs(entryFlag(flag, 'KEY'));
  if (flag.kind === 'switch') return flag.default === true ? `--[no-]${flag.name}` : `--${flag.name}`;
  return `--${flag.name} ${placeholder(flag)}${flag.kind === 'list' ? ' …' : ''}`;
}

function placeholder({ schema }: Flag): string {
  if (schema.enum && schema.enum.length <= 6) return schema.enum.map(String).join('|');
  if ('const' in schema) return String(schema.const);
  const kinds = kindsOf(schema);
  if (kinds.length === 1 && (kinds[0] === 'number' || kinds[0] === 'integer')) return 'NUMBER';
  return kinds.length === 1 && kinds[0] === 'string' ? 'TEXT' : 'JSON';
}

function factsOf(flag: Flag): string[] {
  const { schema, default: fallback } = flag;
  const rules = ruleWords(schema);
  return [
    ...(flag.required ? ['required'] : []),
    ...(flag.kind === 'list' ? ['repeatable'] : []),
    ...(schema.enum && schema.enum.length > 6 ? [`one of ${schema.enum.map(String).join(', ')}`] : []),
    ...(rules ? [rules] : []),
    ...(schema.type === 'object' ? [`${flag.kind === 'list' ? 'each ' : ''}${typeOf(schema)}`] : []),
    ...(flag.entries ? [`or --${flag.name} JSON`] : []),
    ...(flag.nullable ? [`--no-${flag.name} for null`] : []),
    ...(fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`]),
  ];
}
