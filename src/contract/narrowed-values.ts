import { compiledSchema } from '../json/ajv-check';
import type { Narrowing, NarrowingKind } from './narrowing';

/** The keywords of one schema. */
export type SchemaRules = Readonly<Record<string, unknown>>;

const ALL_TYPES = ['null', 'boolean', 'object', 'array', 'string', 'number', 'integer'];

/** Returns the types of the values that a schema takes; a number may be an integer. */
export function typesOf({ type, nullable }: SchemaRules): ReadonlySet<string> {
  if (type === undefined) return new Set(ALL_TYPES);
  const types = new Set((Array.isArray(type) ? type : [type]) as string[]);
  if (types.has('number')) types.add('integer');
  if (nullable === true) types.add('null');
  return types;
}

/** Returns a check of values against a schema; undefined if it can't be compiled. */
export function acceptsAll(schema: SchemaRules): ((value: unknown) => boolean) | undefined {
  try {
    const validate = compiledSchema(schema, { place: 'contract', dialect: undefined });
    return (value) => validate(value) === true;
  } catch {
    return undefined;
  }
}

/** Compares what two schemas demand of numbers. */
export function narrowedNumbers(from: SchemaRules, to: SchemaRules, path: string): Narrowing[] {
  const found: Narrowing[] = [];
  const [low, lowNow] = [lowerBound(from), lowerBound(to)];
  if (lowNow && !(low && isAtLeast(low, lowNow)))
    found.push({ path, kind: 'minimum', before: low?.value, after: lowNow.value });
  const [high, highNow] = [upperBound(from), upperBound(to)];
  if (highNow && !(high && isAtLeast(negated(high), negated(highNow))))
    found.push({ path, kind: 'maximum', before: high?.value, after: highNow.value });
  const [step, stepNow] = [from['multipleOf'], to['multipleOf']];
  if (stepNow !== undefined && !isMultiple(from, step, stepNow))
    found.push({ path, kind: 'multipleOf', before: step, after: stepNow });
  return found;
}

/** Compares what two schemas demand of texts. */
export function narrowedStrings(from: SchemaRules, to: SchemaRules, path: string): Narrowing[] {
  const equal = (kind: 'pattern' | 'format'): Narrowing[] =>
    to[kind] === undefined || to[kind] === from[kind]
      ? []
      : [{ path, kind, before: from[kind], after: to[kind] }];
  return [
    ...narrowedCounts(from, to, path, ['minLength', 'maxLength']),
    ...equal('pattern'),
    ...equal('format'),
  ];
}

/** Compares the two bounds of a count. */
export function narrowedCounts(
  from: SchemaRules,
  to: SchemaRules,
  path: string,
  [least, most]: readonly [NarrowingKind, NarrowingKind],
): Narrowing[] {
  const found: Narrowing[] = [];
  const [low = 0, lowNow = 0] = [from[least], to[least]] as (number | undefined)[];
  if (lowNow > low) found.push({ path, kind: least, before: from[least], after: lowNow });
  const [high = Infinity, highNow = Infinity] = [from[most], to[most]] as (number | undefined)[];
  if (highNow < high) found.push({ path, kind: most, before: from[most], after: highNow });
  return found;
}

interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
}

function lowerBound({ minimum, exclusiveMinimum }: SchemaRules): Bound | undefined {
  return strictest([boundAt(minimum, false), boundAt(exclusiveMinimum, true)]);
}

function upperBound({ maximum, exclusiveMaximum }: SchemaRules): Bound | undefined {
  const bounds = [boundAt(maximum, false), boundAt(exclusiveMaximum, true)];
  const lowest = strictest(bounds.map((each) => each && negated(each)));
  return lowest && negated(lowest);
}

function boundAt(value: unknown, exclusive: boolean): Bound | undefined {
  return typeof value === 'number' ? { value, exclusive } : undefined;
}

function strictest(bounds: readonly (Bound | undefined)[]): Bound | undefined {
  const [first, second] = bounds.filter((each) => each !== undefined);
  return first && second ? (isAtLeast(first, second) ? first : second) : first;
}

// Whether the first lower bound lets through no more than the second.
function isAtLeast(a: Bound, b: Bound): boolean {
  return a.value > b.value || (a.value === b.value && (a.exclusive || !b.exclusive));
}

function negated({ value, exclusive }: Bound): Bound {
  return { value: -value, exclusive };
}

// Only whole steps are compared: fractions aren't exact.
function isMultiple(from: SchemaRules, step: unknown, stepNow: unknown): boolean {
  if (step === stepNow) return true;
  if (stepNow === 1 && !typesOf(from).has('number')) return true;
  return (
    Number.isSafeInteger(step) &&
    Number.isSafeInteger(stepNow) &&
    (step as number) % (stepNow as number) === 0
  );
}
