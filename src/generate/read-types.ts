import { dirname } from 'node:path';
import type { CompilerOptions } from 'typescript';
import {
  createFormatter,
  createParser,
  DEFAULT_CONFIG,
  SchemaGenerator,
  type CompletedConfig,
} from 'ts-json-schema-generator';
import type { JsonSchema } from '../base/json-schema';
import type { ArgsClass } from '../metadata';
import type { FieldType } from '../schema/args-schema';
import { ts } from './typescript';

/** Reads the TypeScript types of args classes, all from one compilation. */
export class TypeReader {
  private readonly generator: SchemaGenerator;

  constructor(tsconfig: string, files: readonly string[]) {
    const program = ts.createProgram([...files], compilerOptions(tsconfig));
    this.generator = new SchemaGenerator(
      program,
      createParser(program, SETTINGS),
      createFormatter(SETTINGS),
      SETTINGS,
    );
  }

  /** Returns the type of each field of a class. */
  fieldsOf(cls: ArgsClass): Record<string, FieldType> {
    const root = this.generator.createSchema(cls.name) as object as JsonSchema;
    const definitions = (root['definitions'] ?? {}) as Record<string, JsonSchema>;
    const schema = resolved(root, definitions, []);
    const required = new Set(schema.required);
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, property]) => [
        key,
        { schema: plain(property, definitions, []), optional: !required.has(key) },
      ]),
    );
  }
}

const SETTINGS: CompletedConfig = {
  ...DEFAULT_CONFIG,
  expose: 'all',
  topRef: false,
  jsDoc: 'none',
  functions: 'fail',
  skipTypeCheck: true,
  additionalProperties: false,
  sortProps: false,
};

function compilerOptions(tsconfig: string): CompilerOptions {
  const read = ts.readConfigFile(tsconfig, (file) => ts.sys.readFile(file));
  if (read.error) throw new Error(ts.flattenDiagnosticMessageText(read.error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(tsconfig));
  return { ...options, noEmit: true };
}

function resolved(
  schema: JsonSchema,
  definitions: Record<string, JsonSchema>,
  above: readonly string[],
): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  const name = decodeURIComponent(reference.replace('#/definitions/', ''));
  if (above.includes(name))
    throw new Error(`${name} contains itself, and clients accept no schema with references`);
  return resolved(definitions[name] ?? {}, definitions, [...above, name]);
}

// Inlines references, turns `type: [x, "null"]` into anyOf, and drops what clients do not accept.
function plain(
  given: JsonSchema,
  definitions: Record<string, JsonSchema>,
  above: readonly string[],
): JsonSchema {
  const reference = given['$ref'];
  const inner = typeof reference === 'string' ? [...above, reference.replace('#/definitions/', '')] : above;
  if (new Set(inner).size < inner.length) throw new Error(`${inner[inner.length - 1]} contains itself`);
  const schema = resolved(given, definitions, []);
  const types = schema.type as unknown;
  if (Array.isArray(types)) {
    return {
      anyOf: types.map((type: JsonSchema['type']) => plain({ ...schema, type: type! }, definitions, inner)),
    };
  }
  const out: JsonSchema = {};
  for (const keyword of ['type', 'const', 'enum', 'required', 'minItems', 'maxItems'] as const) {
    if (schema[keyword] !== undefined) (out as Record<string, unknown>)[keyword] = schema[keyword];
  }
  if (schema.items && !Array.isArray(schema.items)) out.items = plain(schema.items, definitions, inner);
  if (schema.anyOf) out.anyOf = schema.anyOf.map((branch) => plain(branch, definitions, inner));
  if (schema.properties) {
    out.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, plain(value, definitions, inner)]),
    );
  }
  if (schema.type === 'object') {
    const extra = schema.additionalProperties;
    out.additionalProperties = typeof extra === 'object' ? plain(extra, definitions, inner) : (extra ?? true);
  }
  return out;
}
