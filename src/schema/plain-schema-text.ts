import { argNotesOf, designTypeOf, type ArgNote, type ArgOptions, type ArgsClass } from '../metadata';
import { hasBareFields } from './bare-fields';
import { plainInstance } from './construct-args';
import { rulesByField } from './published-field-rules';

/** What kind of value a field holds: the beginning of its schema, and which limits it may have. */
interface Kind {
  readonly text: string;
  readonly limits?: 'length' | 'size' | 'items';
}

const TYPES: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>([
  ['string', { text: '"type":"string"', limits: 'length' }],
  ['number', { text: '"type":"number"', limits: 'size' }],
  ['integer', { text: '"type":"integer"', limits: 'size' }],
  ['boolean', { text: '"type":"boolean"' }],
]);

const LISTS: ReadonlyMap<unknown, Kind> = new Map<unknown, Kind>(
  [...TYPES].map(([type, { text }]) => [type, { text: `"type":"array","items":{${text}}`, limits: 'items' }]),
);

const RECORDED: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

const LIMITS: ReadonlyMap<string, { of: Kind['limits']; isUpper: boolean }> = new Map([
  ['minLength', { of: 'length', isUpper: false }],
  ['maxLength', { of: 'length', isUpper: true }],
  ['minimum', { of: 'size', isUpper: false }],
  ['maximum', { of: 'size', isUpper: true }],
  ['minItems', { of: 'items', isUpper: false }],
  ['maxItems', { of: 'items', isUpper: true }],
]);

/**
 * Returns the published schema of an args class as JSON text, without the objects that checking arguments needs: most tools
 * are listed and not called. It knows only plain classes, whose fields have one type or a list of texts, limits that fit and
 * no default. For others it returns undefined: `planOf` makes their schema, or says what is wrong with them. A property test
 * holds both equal.
 */
export function plainSchemaText(cls: ArgsClass): string | undefined {
  const notes = argNotesOf(cls);
  if (!notes.length || rulesByField(cls).size || !notes.every(hasPlainName)) return undefined;
  // Built-in functions call back: a loop around them V8 would optimise, which takes longer than the whole list.
  const texts = notes.map(fieldWriter(cls, hasBareFields(cls, notes) ? undefined : plainInstance(cls)));
  if (texts.includes(undefined) || new Set(notes.map(nameOf)).size !== notes.length) return undefined;
  const required = notes.filter(isRequired).map(quotedName).join(',');
  const last = required && `,"required":[${required}]`;
  return `{"type":"object","properties":{${texts.join(',')}},"additionalProperties":false${last}}`;
}

// Others need escapes in JSON, or mean something else to an object: digits, which come first, and `__proto__`.
const PLAIN_NAME = /^[a-z]\w*$/i;

const hasPlainName = ({ wireName }: ArgNote): boolean => PLAIN_NAME.test(wireName);
const nameOf = ({ wireName }: ArgNote): string => wireName;
const isRequired = ({ stated }: ArgNote): boolean => !stated.optional;
const quotedName = ({ wireName }: ArgNote): string => `"${wireName}"`;

// Returns what writes one field of a class with these initial values, or undefined if it isn't plain.
function fieldWriter(
  cls: ArgsClass,
  initial: Readonly<Record<string, unknown>> | undefined,
): (note: ArgNote) => string | undefined {
  return ({ key, wireName, stated, explicit, misplaced }) => {
    if (initial?.[key] !== undefined || explicit !== undefined || misplaced) return undefined;
    if (!stated.description?.trim()) return undefined;
    let kind: Kind | undefined;
    let of: Kind['limits'];
    let limits = '';
    let least = -Infinity;
    let most = Infinity;
    for (const option in stated) {
      const value: unknown = stated[option as keyof ArgOptions];
      if (value === undefined || option === 'description' || option === 'optional' || option === 'name')
        continue;
      const limit = LIMITS.get(option);
      if (limit) {
        if (!Number.isFinite(value) || (of && of !== limit.of)) return undefined;
        of = limit.of;
        if (limit.isUpper) most = value as number;
        else least = value as number;
        limits += `,"${option}":${value as number}`;
      } else if (kind || !(kind = statedKind(option, value))) return undefined;
    }
    kind ??= TYPES.get(RECORDED.get(designTypeOf(cls, key)));
    if (!kind || (of && of !== kind.limits) || least > most) return undefined;
    return `"${wireName}":{${kind.text}${limits},"description":${JSON.stringify(stated.description)}}`;
  };
}

const isText = (value: unknown): boolean => typeof value === 'string';

function statedKind(option: string, value: unknown): Kind | undefined {
  if (option === 'type') return TYPES.get(value);
  if (option === 'items') return LISTS.get(value);
  if (option !== 'enum' || !Array.isArray(value) || !value.length) return undefined;
  const texts = value as readonly unknown[];
  if (!texts.every(isText) || new Set(texts).size !== texts.length) return undefined;
  return { text: `"type":"string","enum":${JSON.stringify(texts)}` };
}
