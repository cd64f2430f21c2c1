import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { followed, ruleWords, typeWords, withoutNull } from './schema-view';

/** One argument as a line of a table; those inside objects, lists and maps have names such as `filter.tags[]` and `prices.*.net`. */
export interface ArgumentRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default?: string;
  readonly rules: string;
  readonly description: string;
}

const DEEPEST = 5;

/** Lays the arguments of a tool out as lines, those of nested objects after their own. */
export function argumentRows(root: JsonSchema): ArgumentRow[] {
  return members(root, root, '', 0);
}

function members(given: JsonSchema, root: JsonSchema, prefix: string, depth: number): ArgumentRow[] {
  const { schema } = withoutNull(followed(given, root));
  if (depth > DEEPEST) return [];
  if (schema.type === 'array' && schema.items) return members(schema.items, root, `${prefix}[]`, depth + 1);
  const start = prefix && `${prefix}.`;
  const { additionalProperties: values } = schema;
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([key, member]) => [
      row(`${start}${key}`, member, root, schema.required?.includes(key) ?? false),
      ...members(member, root, `${start}${key}`, depth + 1),
    ]),
    ...(isObject(values) ? members(values, root, `${start}*`, depth + 1) : []),
  ];
}

function row(name: string, given: JsonSchema, root: JsonSchema, required: boolean): ArgumentRow {
  const schema = followed(given, root);
  return {
    name,
    type: typeWords(schema, root),
    required,
    ...(schema.default !== undefined && { default: JSON.stringify(schema.default) }),
    rules: ruleWords(withoutNull(schema).schema),
    description: schema.description ?? schema.title ?? '',
  };
}
