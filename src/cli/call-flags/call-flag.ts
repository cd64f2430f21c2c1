import type { JsonSchema, ObjectSchema } from '../../base/json-schema';
import { withoutNull as valueOrNull } from '../../inspect/schema-view';

/** What is written after a flag: nothing, one value, or one value each time the flag is repeated. */
export type FlagKind = 'switch' | 'value' | 'list';

/** One argument of a tool as an option of a shell command. */
export interface Flag {
  /** The name without dashes, such as `max-results` or `point.x`. */
  readonly name: string;
  /** Where the value goes in the arguments. */
  readonly path: readonly string[];
  readonly kind: FlagKind;
  /** The schema of one value. */
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** `null` can be given: with `--no-NAME`, of a boolean with `--NAME=null`. */
  readonly nullable: boolean;
  readonly description: string;
  readonly default?: unknown;
  /** Whether it takes an object as JSON whose fields have flags of their own, which help shows instead. */
  readonly isWhole?: boolean;
  /** The schema of one entry, if it takes a map, whose entries can be given one by one: `--NAME.KEY VALUE`. */
  readonly entries?: JsonSchema;
}

// Deeper objects are written as JSON.
const DEEPEST = 3;

/** Returns the flags of a tool, in the order of its schema; a nested object has one flag per field, and one for the whole. */
export function flagsOf(schema: ObjectSchema, path: readonly string[] = [], required = true): Flag[] {
  const flags: Flag[] = [];
  for (const [key, property] of Object.entries(schema.properties)) {
    const here = [...path, key];
    const needed = required && (schema.required ?? []).includes(key);
    const { value, nullable } = withoutNull(property);
    const flag = flagOf(here, value, { property, required: needed, nullable });
    if (hasFields(value) && here.length < DEEPEST)
      flags.push({ ...flag, isWhole: true }, ...flagsOf(value, here, needed));
    else flags.push(flag);
  }
  return flags;
}

function flagOf(
  path: readonly string[],
  value: JsonSchema,
  { property, required, nullable }: { property: JsonSchema; required: boolean; nullable: boolean },
): Flag {
  const listed = value.type === 'array';
  return {
    name: path.map(flagName).join('.'),
    path,
    kind: listed ? 'list' : value.type === 'boolean' ? 'switch' : 'value',
    schema: listed ? (value.items ?? {}) : value,
    required,
    nullable,
    description: property.description ?? value.description ?? '',
    ...('default' in property && { default: property.default }),
    ...(isMap(value) && { entries: value.additionalProperties }),
  };
}

/** Returns the flag for one entry of a map; the key is taken as it is written. */
export function entryFlag(map: Flag, key: string): Flag {
  const property = map.entries!;
  const { value, nullable } = withoutNull(property);
  const flag = flagOf([...map.path, key], value, { property, required: false, nullable });
  return { ...flag, name: `${map.name}.${key}`, ...(hasFields(value) && { isWhole: true }) };
}

/** Returns the flags for the fields of one entry, if the entries of a map are objects; their paths begin in the entry. */
export function entryFieldFlags(map: Flag): Flag[] {
  const { value } = withoutNull(map.entries!);
  return hasFields(value) ? flagsOf(value, [], false) : [];
}

/** Returns the flag for a field of one entry. */
export function inEntry(map: Flag, key: string, field: Flag): Flag {
  return {
    ...field,
    name: `${map.name}.${key}.${field.name}`,
    path: [...map.path, key, ...field.path],
    required: false,
  };
}

/** Returns how an argument is written in a shell: `max-results`; underscores that don't stand between words stay. */
export function flagName(argument: string): string {
  return argument.replace(/(?<=[^_.-])_(?=[^_.-])/g, '-');
}

function hasFields(schema: JsonSchema): schema is ObjectSchema {
  return schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
}

function isMap(schema: JsonSchema): schema is JsonSchema & { additionalProperties: JsonSchema } {
  return schema.type === 'object' && !hasFields(schema) && typeof schema.additionalProperties === 'object';
}

// Null has a spelling of its own, and is no choice beside the others.
function withoutNull(property: JsonSchema): { value: JsonSchema; nullable: boolean } {
  const { schema, nullable } = valueOrNull(property);
  if (!schema.enum?.includes(null) || schema.enum.length < 2) return { value: schema, nullable };
  return { value: { ...schema, enum: schema.enum.filter((each) => each !== null) }, nullable: true };
}
