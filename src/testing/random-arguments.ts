import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import { exampleArguments } from '../json/schema-example';
import type { Random } from './seeded-random';

const TEXTS = [
  '',
  ' ',
  'a',
  'Zoë 😀',
  "'; DROP TABLE x; --",
  '../../etc/passwd',
  '<script>x</script>',
  '\u0000',
  '\u202e',
  '%s%n',
  '-1',
];
const NUMBERS = [0, -0, 1, -1, 0.1, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, 1e308];

/** Makes arguments that the schema mostly allows: optional ones come and go, values lie at the edges. */
export function likelyArguments(schema: ObjectSchema, random: Random): Record<string, unknown> {
  const args = exampleArguments(schema) ?? {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const required = schema.required?.includes(name) === true;
    if (required ? random.chance(0.7) : random.chance(0.5)) args[name] = likelyValue(property, random, 0);
  }
  return args;
}

/** Breaks valid arguments in one way: another type, a hostile text, a missing or an unknown field, a depth or a length. */
export function hostileArguments(schema: ObjectSchema, random: Random): Record<string, unknown> {
  const args = likelyArguments(schema, random);
  const names = Object.keys(schema.properties ?? {});
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

function likelyValue(schema: JsonSchema, random: Random, depth: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.length) return random.pick(schema.enum);
  if (schema.anyOf?.length) return likelyValue(random.pick(schema.anyOf), random, depth);
  switch ([schema.type].flat()[0]) {
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return likelyNumber(schema, random);
    case 'array':
      return likelyArray(schema, random, depth);
    case 'object':
      return likelyArguments({ type: 'object', properties: {}, ...schema } as ObjectSchema, random);
    case 'null':
      return null;
    default:
      return likelyText(schema, random);
  }
}

function likelyNumber(schema: JsonSchema, random: Random): number {
  const least = schema.minimum ?? -1_000;
  const most = schema.maximum ?? Math.max(least, 0) + 1_000;
  const number = random.pick([least, most, random.between(Math.ceil(least), Math.floor(most))]);
  return [schema.type].flat().includes('integer') ? Math.round(number) : number;
}

function likelyArray(schema: JsonSchema, random: Random, depth: number): unknown[] {
  const least = schema.minItems ?? 0;
  const most = Math.min(schema.maxItems ?? least + 3, least + 3);
  const length = depth > 4 ? least : random.between(least, most);
  const items = schema.items ?? {};
  return Array.from({ length }, () => likelyValue(items, random, depth + 1));
}

function likelyText(schema: JsonSchema, random: Random): string {
  const { minLength = 0, maxLength = minLength + 40, pattern, format } = schema;
  if (pattern !== undefined || format !== undefined) {
    const property: JsonSchema = { ...schema, type: 'string' };
    const found = exampleArguments({ type: 'object', properties: { value: property }, required: ['value'] });
    return typeof found?.['value'] === 'string' ? found['value'] : '';
  }
  const text = random.pick(TEXTS);
  return [...text.padEnd(minLength, 'x')].slice(0, maxLength).join('');
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value };
  return value;
}
