import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { referredTo } from '../json/local-reference';
import { formatOfPattern } from '../json/string-formats';

const MOST_REFERENCES = 20;

/** Follows local references (`#/$defs/Point`) to the schema that is meant; one that leads nowhere says nothing. */
export function followed(schema: JsonSchema, root: JsonSchema): JsonSchema {
  let at = schema;
  for (let n = 0; n < MOST_REFERENCES; n++) {
    const reference = at['$ref'];
    if (typeof reference !== 'string') return at;
    const { $ref: _, ...rest } = at;
    at = { ...target(reference, root), ...rest };
  }
  return {};
}

function target(reference: string, root: JsonSchema): JsonSchema {
  const found = referredTo(reference, root);
  return isObject(found) ? found : {};
}

/** Takes `null` out of a schema that allows it besides something else. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  const types: unknown = schema.type;
  if (Array.isArray(types) && types.includes('null')) {
    const rest = types.filter((type) => type !== 'null');
    return { schema: { ...schema, type: (rest.length === 1 ? rest[0] : rest) as 'string' }, nullable: true };
  }
  const branches = schema.anyOf ?? (schema['oneOf'] as JsonSchema[] | undefined);
  const rest = branches?.filter((branch) => branch.type !== 'null');
  if (!branches || !rest || rest.length === branches.length) return { schema, nullable: false };
  const { anyOf: _, oneOf: __, ...outer } = schema;
  return { schema: rest.length === 1 ? { ...rest[0], ...outer } : { ...outer, anyOf: rest }, nullable: true };
}

/** Says in a few words which values a schema allows. */
export function typeWords(given: JsonSchema, root: JsonSchema, depth = 0): string {
  const { schema, nullable } = withoutNull(followed(given, root));
  const words = plainWords(schema, root, depth);
  return nullable ? `${words} or null` : words;
}

function plainWords(schema: JsonSchema, root: JsonSchema, depth: number): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  const branches = schema.anyOf ?? (schema['oneOf'] as JsonSchema[] | undefined);
  if (branches && depth < 3) return branches.map((branch) => typeWords(branch, root, depth + 1)).join(' or ');
  const type: unknown = schema.type;
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array')
    return schema.items && depth < 3 ? `list of ${valueWords(schema.items, root, depth + 1)}` : 'list';
  const values = schema.additionalProperties;
  if (type === 'object' && isObject(values) && depth < 3)
    return `object of ${valueWords(values, root, depth + 1)}`;
  return typeof type === 'string' ? type : schema.properties ? 'object' : 'any value';
}

// Of values in a list or a map, no line of their own says the rules.
function valueWords(given: JsonSchema, root: JsonSchema, depth: number): string {
  const rules = ruleWords(withoutNull(followed(given, root)).schema);
  return `${typeWords(given, root, depth)}${rules && ` (${rules})`}`;
}

const RULES: Readonly<Record<string, string>> = {
  minimum: 'at least',
  maximum: 'at most',
  exclusiveMinimum: 'more than',
  exclusiveMaximum: 'less than',
  multipleOf: 'a multiple of',
  minLength: 'at least (characters)',
  maxLength: 'at most (characters)',
  minItems: 'at least (items)',
  maxItems: 'at most (items)',
  pattern: 'matches',
  format: 'as',
};

/** Says the rules of a schema besides its type: limits, pattern, format; a format that is published as a pattern by its name. */
export function ruleWords(given: JsonSchema): string {
  const format = formatOfPattern(given.pattern);
  const schema: JsonSchema = { ...given, ...(format !== undefined && { format }) };
  if (format !== undefined) delete schema.pattern;
  return Object.entries(RULES)
    .filter(([keyword]) => ['string', 'number'].includes(typeof schema[keyword]))
    .map(([keyword, words]) => {
      const [first, unit] = words.split(' (');
      const value = schema[keyword] as string | number;
      return `${first} ${value}${unit ? ` ${unit.slice(0, value === 1 ? -2 : -1)}` : ''}`;
    })
    .join(', ');
}
