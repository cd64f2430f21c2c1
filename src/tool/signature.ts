import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { ToolDescription } from './tool';

/** What of a description says types. */
type Typed = Pick<ToolDescription, 'inputSchema' | 'outputSchema' | 'returns'>;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** Formats a tool as a TypeScript function: `read_file(args: { path: string; limit?: number }): Promise<string>`. */
export function signatureOf(name: string, description: Typed): string {
  const { inputSchema } = description;
  const optional = inputSchema.required?.length ? '' : '?';
  const parameters = Object.keys(inputSchema.properties).length
    ? `args${optional}: ${objectType(inputSchema)}`
    : '';
  return `${key(name)}(${parameters}): Promise<${returnType(description)}>`;
}

/** Formats the type of what a tool returns, without the Result around it. */
export function returnType({ returns, outputSchema }: Omit<Typed, 'inputSchema'>): string {
  const schema = returns ?? outputSchema;
  return schema ? typeOf(schema) : 'unknown';
}

/** Formats a JSON Schema as a TypeScript type on one line. */
export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ') || 'never';
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each)).join(' | ');
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'array':
      return arrayType(schema.items);
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function arrayType(items: JsonSchema | undefined): string {
  const item = items ? typeOf(items) : 'unknown';
  return / \| /.test(item) && !/^[{(]/.test(item) ? `(${item})[]` : `${item}[]`;
}

function objectType(schema: JsonSchema | ObjectSchema): string {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, member]) => `${key(name)}${required.has(name) ? '' : '?'}: ${typeOf(member)}`,
  );
  if (members.length) return `{ ${members.join('; ')} }`;
  const { additionalProperties } = schema;
  if (additionalProperties === false) return 'Record<string, never>';
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`;
}

function key(name: string): string {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : (JSON.stringify(value) ?? 'unknown');
}
