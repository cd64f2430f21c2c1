import type { JsonSchema } from '../base/json-schema';
import { argNotesOf, type ArgNote, type ArgsClass, type ItemOptions, type TypeRef } from '../metadata';

const shapes = new WeakMap<ArgsClass, JsonSchema>();

/** Returns where secrets are in the settings of a class, as a schema that marks each of them and says little else. */
export function secretShapeOf(cls: ArgsClass): JsonSchema {
  const known = shapes.get(cls);
  if (known) return known;
  const properties: Record<string, JsonSchema> = {};
  const shape: JsonSchema = { type: 'object', properties };
  // Known before its fields are: a class that contains itself is refused elsewhere.
  shapes.set(cls, shape);
  for (const note of argNotesOf(cls)) properties[note.wireName] = secretShapeOfField(note);
  return shape;
}

/** The same for the value of one setting: in the items of a list and the entries of a map too. */
export function secretShapeOfField({ stated }: ArgNote): JsonSchema {
  if (stated.secret) return { writeOnly: true };
  return stated.schema ?? shapeOfRules(stated);
}

function shapeOfRules({ type, items, values }: ItemOptions): JsonSchema {
  if (typeof type === 'function') return shapeOfRef(type);
  if (items) return { type: 'array', items: shapeOfRef(items) };
  return values ? { type: 'object', additionalProperties: shapeOfRef(values) } : {};
}

function shapeOfRef(ref: TypeRef | ItemOptions): JsonSchema {
  if (typeof ref === 'function') return secretShapeOf(ref());
  return typeof ref === 'object' ? shapeOfRules(ref) : {};
}
