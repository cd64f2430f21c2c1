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
 * no default. For others, and options of a wrong kind, it returns undefined: `planOf` makes their schema, or says what is wrong with them. A property test
 * holds both equal.
 */
export function plainSchemaText(cls: ArgsClass): string | undefined {
  const notes = argNotesOf(cls);
  if (!notes.length || rulesByField(cls).size) return undefined;
  const names = notes.map(nameOf);
  if (!PLAIN_NAMES.test(names.join()) || new Set(names).size !== names.length) return undefined;
  const writer = new FieldWriter(cls, hasBareFields(cls, notes) ? undefined : plainInstance(cls));
  // Built-in functions call back: a loop around them V8 would optimise, which takes longer than the whole list.
  const texts = notes.map(writer.write, writer);
  if (texts.includes(undefined)) return undefined;
  const last = writer.required && `,"required":[${writer.required}]`;
  return `{"type":"object","properties":{${texts.join(',')}},"additionalProperties":false${last}}`;
}

// Others need escapes in JSON, or mean something else to an object: digits, which come first, and `__proto__`.
const PLAIN_NAMES = /^[a-z]\w*(?:,[a-z]\w*)*$/i;

const nameOf = ({ wireName }: ArgNote): string => wireName;

// Writes the fields of one class.
class FieldWriter {
  /** The names of the required ones so far, as JSON. */
  required = '';

  constructor(
    private readonly cls: ArgsClass,
    private readonly initial: Readonly<Record<string, unknown>> | undefined,
  ) {}

  /** Returns one field, or undefined if it isn't plain. */
  write({ key, wireName, stated, explicit, misplaced }: ArgNote): string | undefined {
    if (this.initial?.[key] !== undefined || explicit !== undefined || misplaced) return undefined;
    if (!isUsual(stated)) return undefined;
    let kind: Kind | undefined;
    let of: Kind['limits'];
    let limits = '';
    let least = -Infinity;
    let most = Infinity;
    for (const option in stated) {
      const value: unknown = stated[option as keyof ArgOptions];
      if (value === undefined) return undefined;
      if (option === 'description' || option === 'optional' || option === 'name') continue;
      const limit = LIMITS.get(option);
      if (limit) {
        if (!Number.isFinite(value) || (of && of !== limit.of)) return undefined;
        if (limit.of !== 'size' && !(Number.isInteger(value) && (value as number) >= 0)) return undefined;
        of = limit.of;
        if (limit.isUpper) most = value as number;
        else least = value as number;
        limits += `,"${option}":${value as number}`;
      } else if (kind || !(kind = statedKind(option, value))) return undefined;
    }
    kind ??= TYPES.get(RECORDED.get(designTypeOf(this.cls, key)));
    if (!kind || (of && of !== kind.limits) || least > most) return undefined;
    if (!stated.optional) this.required += this.required === '' ? `"${wireName}"` : `,"${wireName}"`;
    return `"${wireName}":{${kind.text}${limits},"description":${JSON.stringify(stated.description)}}`;
  }
}

// What says nothing about the value, and is of the kind that `@Arg` takes.
function isUsual({ description, name, optional }: Partial<Record<keyof ArgOptions, unknown>>): boolean {
  return (
    typeof description === 'string' &&
    description.trim() !== '' &&
    (optional === undefined || typeof optional === 'boolean') &&
    (name === undefined || typeof name === 'string')
  );
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
