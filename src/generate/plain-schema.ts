import type { JsonSchema } from '../base/json-schema';

const KEPT = ['type', 'const', 'enum', 'required', 'pattern'] as const;

/**
 * Inlines the references of a generated schema, turns `type: [x, "null"]` into `anyOf`, and leaves out what clients do not
 * accept. A class with `@Arg` fields stays a reference to it. Returns undefined for what has no such schema.
 */
export function plainSchema(
  given: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
  isArgsClass: (name: string) => boolean,
  above: readonly string[] = [],
): JsonSchema | undefined {
  const inner = (schema: JsonSchema, names = above): JsonSchema | undefined =>
    plainSchema(schema, definitions, isArgsClass, names);
  const reference = given['$ref'];
  if (typeof reference === 'string') {
    const name = decodeURIComponent(reference.replace('#/definitions/', ''));
    if (isArgsClass(name)) return { type: 'object', class: name };
    const found = above.includes(name) ? undefined : definitions[name];
    return found && inner(found, [...above, name]);
  }
  if (given.allOf || Array.isArray(given.items)) return undefined;
  if (Array.isArray(given.type)) {
    const types = given.type as readonly NonNullable<JsonSchema['type']>[];
    return union(types.map((type) => inner(ofType(given, type))));
  }
  // A branch for undefined says only that the field may be absent.
  if (given.anyOf)
    return union(given.anyOf.filter((branch) => !('not' in branch)).map((branch) => inner(branch)));
  const out: Record<string, unknown> = {};
  for (const keyword of KEPT) if (given[keyword] !== undefined) out[keyword] = given[keyword];
  if (given.items) {
    const items = inner(given.items);
    if (!items) return undefined;
    out['items'] = items;
  }
  if (given.type === 'object') {
    const fields = Object.entries(given.properties ?? {}).map(([key, value]) => [key, inner(value)] as const);
    if (fields.some(([, schema]) => !schema)) return undefined;
    if (fields.length) out['properties'] = Object.fromEntries(fields);
    const extra = given.additionalProperties;
    const values = typeof extra === 'object' ? inner(extra) : extra;
    if (typeof extra === 'object' && !values) return undefined;
    out['additionalProperties'] =
      typeof values === 'object' && !Object.keys(values).length ? true : (values ?? true);
  }
  return out;
}

function union(branches: readonly (JsonSchema | undefined)[]): JsonSchema | undefined {
  if (branches.some((branch) => !branch)) return undefined;
  const joined = joinLiterals(branches as readonly JsonSchema[]);
  return joined.length === 1 ? joined[0] : { anyOf: joined };
}

// Literals of one type that stand in several branches become one enum.
function joinLiterals(branches: readonly JsonSchema[]): JsonSchema[] {
  const joined: JsonSchema[] = [];
  for (const branch of branches) {
    const values = literalsOf(branch);
    const at = values ? joined.findIndex((other) => other.type === branch.type && literalsOf(other)) : -1;
    if (at < 0) joined.push(branch);
    else joined[at] = { type: branch.type!, enum: [...new Set([...literalsOf(joined[at]!)!, ...values!])] };
  }
  return joined;
}

function literalsOf(schema: JsonSchema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema.const] : schema.enum;
}

// Of a list of types, one with the values that belong to it.
function ofType(schema: JsonSchema, type: NonNullable<JsonSchema['type']>): JsonSchema {
  const { enum: values, ...rest } = schema;
  const fitting = values?.filter(
    (value) => (value === null ? 'null' : typeof value) === (type === 'integer' ? 'number' : type),
  );
  if (type === 'null') return { type };
  return { ...rest, type, ...(fitting && { enum: fitting }) };
}
