import { isObject } from '../base/json-value';

/** One schema within the schema of a tool's arguments. */
export interface SchemaNode {
  /** Where its values are, such as `filter.since` or `rows[].id`; empty for the root. */
  readonly path: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** The name of the argument or member, if it is one. */
  readonly name?: string | undefined;
  readonly parent?: SchemaNode | undefined;
  /** How many objects and arrays it is nested in. */
  readonly depth: number;
}

// A schema of a hostile server may be as deep as a message is long.
const DEEPEST = 64;
const MOST_NODES = 20_000;

/** Returns every schema in the schema of a tool's arguments, the root first. */
export function schemaNodes(root: unknown): SchemaNode[] {
  const found: SchemaNode[] = [];
  if (isObject(root)) collect({ path: '', schema: root, depth: 0 }, found);
  return found;
}

function collect(node: SchemaNode, found: SchemaNode[]): void {
  found.push(node);
  if (node.depth >= DEEPEST || found.length > MOST_NODES) return;
  const { schema, path, depth } = node;
  const visit = (inner: unknown, at: string, name?: string): void => {
    if (isObject(inner)) collect({ path: at, schema: inner, name, parent: node, depth: depth + 1 }, found);
  };
  const { properties, items, additionalProperties, prefixItems } = schema;
  if (isObject(properties))
    for (const [name, inner] of Object.entries(properties))
      visit(inner, path ? `${path}.${name}` : name, name);
  if (Array.isArray(items)) for (const inner of items) visit(inner, `${path}[]`);
  else visit(items, `${path}[]`);
  if (Array.isArray(prefixItems)) for (const inner of prefixItems) visit(inner, `${path}[]`);
  visit(additionalProperties, path ? `${path}.*` : '*');
  for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) for (const branch of branches) visit(branch, path);
  }
}

/** Returns whether a schema asks for values of a type, alone or among others. */
export function takesType({ type }: SchemaNode['schema'], wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

/** Returns the text of a schema's description, without blanks around it. */
export function describedIn({ description }: SchemaNode['schema']): string {
  return typeof description === 'string' ? description.trim() : '';
}

/** Returns whether a schema is one of several alternatives rather than an argument of its own. */
export function isArgument(node: SchemaNode): boolean {
  return node.name !== undefined;
}
