import { FORMAT, type FieldSpec, type RecordName } from './definition-fields';

/** Returns the format as JSON Schema (draft 2020-12) for editors, generated from the table that the validator reads. */
export function mtdfSchema(): Record<string, unknown> {
  const { tool, ...others } = FORMAT;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'mtdf-schema.json',
    title: 'MCP Tool Definition Format',
    description: 'A command-line tool for agents, in either generation of the format.',
    ...recordSchema(tool),
    $defs: Object.fromEntries(Object.entries(others).map(([name, fields]) => [name, recordSchema(fields)])),
  };
}

function recordSchema(fields: Readonly<Record<string, FieldSpec>>): Record<string, unknown> {
  const required = Object.keys(fields).filter((key) => fields[key]!.required);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([key, spec]) => [key, fieldSchema(spec)])),
    ...(required.length && { required }),
    additionalProperties: false,
  };
}

function fieldSchema(spec: FieldSpec): Record<string, unknown> {
  const notes = { description: spec.about, ...(spec.default !== undefined && { default: spec.default }) };
  const deprecated = spec.aliasOf ? { deprecated: true } : {};
  if (spec.type === 'any') return notes;
  if (spec.type === 'record') return { ...reference(spec.of as RecordName, spec), ...notes };
  const type = spec.type === 'list' ? 'array' : spec.type;
  return {
    type: spec.required ? type : [type, 'null'],
    ...notes,
    ...deprecated,
    ...(spec.enum && { enum: spec.required ? spec.enum : [...spec.enum, null] }),
    ...(spec.minimum !== undefined && { minimum: spec.minimum }),
    ...(spec.maximum !== undefined && { maximum: spec.maximum }),
    ...((spec.filled || spec.pattern) && { pattern: spec.pattern?.source ?? '\\S' }),
    ...(spec.type === 'list' && { items: itemSchema(spec.of!) }),
  };
}

function itemSchema(of: NonNullable<FieldSpec['of']>): Record<string, unknown> {
  return of === 'string' || of === 'integer' ? { type: of } : { $ref: `#/$defs/${of}` };
}

function reference(of: RecordName, spec: FieldSpec): Record<string, unknown> {
  const $ref = `#/$defs/${of}`;
  return spec.required ? { $ref } : { anyOf: [{ $ref }, { type: 'null' }] };
}
