import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { Option } from './definition';
import type { Leaf } from './leaves';

/** Returns the schema of a leaf: its options and positionals, and the working directory. */
export function leafSchema(leaf: Leaf): ObjectSchema {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const declare = (option: Option, positional: boolean): void => {
    if (Object.hasOwn(properties, option.name)) return;
    properties[option.name] = optionSchema(option, positional);
    if (option.required) required.push(option.name);
  };
  for (const option of leaf.options) declare(option, false);
  for (const option of leaf.positionals) declare(option, true);
  if (!properties['working_directory']) {
    properties['working_directory'] = {
      type: 'string',
      description: 'Directory to run in; defaults to the server’s own',
      format: 'path',
    };
  }
  return {
    type: 'object',
    properties,
    ...(required.length && { required }),
    additionalProperties: false,
  };
}

function optionSchema(option: Option, positional: boolean): JsonSchema {
  const description = option.description?.trim() || defaultDescription(option, positional);
  const base: JsonSchema = { type: option.type, description };
  if (option.type === 'array')
    return { ...base, items: itemSchema(option, positional), ...(option.required && { minItems: 1 }) };
  if (option.type === 'integer' && option.name === 'timeout_seconds')
    return { ...base, minimum: 1, maximum: 3600 };
  if (option.type !== 'string') return base;
  return {
    ...base,
    ...published(option.format),
    ...(option.required && { minLength: 1 }),
  };
}

// A list that becomes one word cannot have items with spaces, since they would run together.
function itemSchema(option: Option, positional: boolean): JsonSchema {
  const type =
    option.items?.type === 'integer' || option.items?.type === 'boolean' ? option.items.type : 'string';
  const format = option.items?.format ?? option.format;
  const joined = !positional && option.name !== 'args' && type === 'string';
  return {
    type,
    ...(option.items?.description && { description: option.items.description }),
    ...(type === 'string' && published(format)),
    ...(joined && { pattern: '^\\S+$' }),
    ...(!joined && type === 'string' && { minLength: 1 }),
  };
}

// Clients need not know that something is plain text.
function published(format: string | undefined): { format?: string } {
  return format && format !== 'text' ? { format } : {};
}

function defaultDescription(option: Option, positional: boolean): string {
  return positional ? `The argument ${option.name}` : `The option ${option.name}`;
}
