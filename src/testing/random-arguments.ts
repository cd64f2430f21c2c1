import type { ObjectSchema } from '../base/json-schema';
import { RandomValues, TEXTS } from './random-values';
import type { Random } from './seeded-random';

type Arguments = Record<string, unknown>;

const NUMBERS = [0, -0, 1, -1, 0.1, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, 1e308];

/** Makes arguments that the schema mostly allows, from nothing. */
export function likelyArguments(schema: ObjectSchema, random: Random): Arguments {
  return new RandomValues(schema, random).object(schema);
}

/** Adds to an example the required arguments that it doesn't have. */
export function filledExample(schema: ObjectSchema, random: Random, example: Readonly<Arguments>): Arguments {
  const made = likelyArguments({ ...schema, properties: requiredOf(schema) }, random);
  return { ...made, ...example };
}

/** Changes valid arguments in one or two places, so that they mostly stay valid: another value, an optional one more or less. */
export function variedArguments(schema: ObjectSchema, random: Random, valid: Readonly<Arguments>): Arguments {
  const args = { ...valid };
  const names = Object.keys(schema.properties);
  const values = new RandomValues(schema, random);
  for (let change = random.between(1, 2); change > 0 && names.length; change--) {
    const name = random.pick(names);
    if (Object.hasOwn(args, name) && !schema.required?.includes(name) && random.chance(0.3))
      delete args[name];
    else args[name] = values.of(schema.properties[name]!);
  }
  return args;
}

/** Breaks valid arguments in one way: another type, a hostile text, a missing or an unknown field, a depth or a length. */
export function hostileArguments(
  schema: ObjectSchema,
  random: Random,
  valid: Readonly<Arguments>,
): Arguments {
  const args = { ...valid };
  const names = Object.keys(schema.properties);
  const target = names.length && random.chance(0.8) ? random.pick(names) : 'unknown';
  const breaks: (() => unknown)[] = [
    () => random.pick(TEXTS),
    () => random.pick(NUMBERS),
    () => random.pick([null, true, [], {}, [[]], [null]]),
    () => 'x'.repeat(random.pick([1_000, 100_000])),
    () => nested(random.pick([50, 2_000])),
    () => ({ ['__proto__']: 1, constructor: { prototype: 1 }, toString: 'x' }),
    () => Array.from({ length: random.pick([100, 5_000]) }, () => random.pick(TEXTS)),
  ];
  if (random.chance(0.15)) delete args[target];
  else args[target] = random.pick(breaks)();
  return args;
}

function requiredOf({ properties, required = [] }: ObjectSchema): ObjectSchema['properties'] {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => required.includes(name)));
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}
