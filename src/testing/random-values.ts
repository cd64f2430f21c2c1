import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { referredTo } from '../json/local-reference';
import { FORMAT_EXAMPLES, formatOfPattern } from '../json/string-formats';
import { textOfPattern } from './pattern-text';
import type { Random } from './seeded-random';

const DEEPEST = 5;

/** Texts that programs stumble over. */
export const TEXTS = [
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

/** Makes values that a schema mostly allows: optional members come and go, values lie at the edges. */
export class RandomValues {
  constructor(
    private readonly root: JsonSchema,
    private readonly random: Random,
  ) {}

  /** A value for a schema within the root. */
  of(given: JsonSchema, depth = 0): unknown {
    const schema = this.whole(given);
    const { random } = this;
    const stated = [...(schema.examples ?? []), ...(schema.default === undefined ? [] : [schema.default])];
    if (stated.length && random.chance(0.4)) return random.pick(stated);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum?.length) return random.pick(schema.enum);
    const choices = (schema.anyOf ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
    if (choices?.length) return this.of(mergedSchema(withoutChoices(schema), random.pick(choices)), depth);
    switch (this.typeOf(schema)) {
      case 'boolean':
        return random.chance(0.5);
      case 'integer':
      case 'number':
        return this.number(schema);
      case 'array':
        return this.list(schema, depth);
      case 'object':
        return this.object(schema, depth);
      case 'null':
        return null;
      default:
        return this.text(schema);
    }
  }

  /** The members of an object: all that are required, and some of the others. */
  object(given: JsonSchema, depth = 0): Record<string, unknown> {
    const schema = this.whole(given);
    const { properties = {}, required = [], minProperties = 0, additionalProperties } = schema;
    const members = Object.entries(properties).filter(
      ([name]) => required.includes(name) || (depth < DEEPEST && this.random.chance(0.5)),
    );
    const object = Object.fromEntries(members.map(([name, each]) => [name, this.of(each, depth + 1)]));
    for (const name of required) if (!Object.hasOwn(object, name)) object[name] = this.text({});
    const values = isObject(additionalProperties) ? additionalProperties : undefined;
    const most = values && depth < DEEPEST ? minProperties + this.random.between(0, 2) : minProperties;
    for (let index = 0; Object.keys(object).length < most && index < most; index++)
      object[`key${index}`] = this.of(values ?? {}, depth + 1);
    return object;
  }

  private typeOf(schema: JsonSchema): unknown {
    if (schema.type !== undefined) return this.random.pick([schema.type].flat());
    if (schema.properties || isObject(schema.additionalProperties)) return 'object';
    return schema.items || schema['prefixItems'] ? 'array' : 'string';
  }

  private number(schema: JsonSchema): number {
    const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    const whole = schema.type === 'integer';
    const step = multipleOf ?? (whole ? 1 : 0.5);
    const least = Math.max(schema.minimum ?? -Infinity, (exclusiveMinimum ?? -Infinity) + step);
    const most = Math.min(schema.maximum ?? Infinity, (exclusiveMaximum ?? Infinity) - step);
    const low = Number.isFinite(least) ? least : Math.min(-1_000, most - 1_000);
    const high = Number.isFinite(most) ? most : Math.max(low, 0) + 1_000;
    const number = this.random.pick([low, high, this.random.between(Math.ceil(low), Math.floor(high))]);
    if (multipleOf === undefined) return whole ? Math.round(number) : number;
    return (number > (low + high) / 2 ? Math.floor(number / step) : Math.ceil(number / step)) * step;
  }

  private list(schema: JsonSchema, depth: number): unknown[] {
    const { items, minItems = 0, uniqueItems } = schema;
    const placed = (schema['prefixItems'] ?? []) as readonly JsonSchema[];
    const most = Math.min(schema.maxItems ?? Infinity, Math.max(minItems, placed.length) + 3);
    const length = depth > DEEPEST ? minItems : this.random.between(Math.min(minItems, most), most);
    const list = Array.from({ length }, (_, index) => this.of(placed[index] ?? items ?? {}, depth + 1));
    if (!uniqueItems) return list;
    return [...new Map(list.map((item) => [JSON.stringify(item), item])).values()];
  }

  private text({ minLength = 0, maxLength = minLength + 40, pattern, format }: JsonSchema): string {
    const sized = (text: string): boolean => {
      const { length } = [...text];
      return length >= minLength && length <= maxLength;
    };
    const known = formatOfPattern(pattern) ?? format;
    const example = known === undefined ? undefined : FORMAT_EXAMPLES[known];
    if (example !== undefined && (pattern === undefined || this.random.chance(0.5))) return example;
    if (pattern !== undefined) return textOfPattern(pattern, this.random, sized) ?? example ?? '';
    return [...this.random.pick(TEXTS).padEnd(minLength, 'x')].slice(0, maxLength).join('');
  }

  // What a schema refers to and what else has to hold, as one.
  private whole(schema: JsonSchema, depth = 0): JsonSchema {
    const { $ref, allOf, ...own } = schema;
    if (depth > DEEPEST || ($ref === undefined && !Array.isArray(allOf))) return schema;
    const referred = referredTo($ref, this.root);
    const parts = [...(isObject(referred) ? [referred] : []), ...((allOf ?? []) as JsonSchema[])];
    return parts.reduce<JsonSchema>((all, part) => mergedSchema(all, this.whole(part, depth + 1)), own);
  }
}

function withoutChoices({ anyOf: _anyOf, oneOf: _oneOf, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

function mergedSchema(one: JsonSchema, other: JsonSchema): JsonSchema {
  const required = [...new Set([...(one.required ?? []), ...(other.required ?? [])])];
  const properties = { ...one.properties, ...other.properties };
  return {
    ...one,
    ...other,
    ...(required.length && { required }),
    ...(Object.keys(properties).length && { properties }),
  };
}
