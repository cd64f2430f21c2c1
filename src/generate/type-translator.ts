import {
  AnnotatedType,
  createFormatter,
  createParser,
  DEFAULT_CONFIG,
  SchemaGenerator,
  StringType,
  type CompletedConfig,
  type SubNodeParser,
} from 'ts-json-schema-generator';
import type { Node, Program, TemplateLiteralType } from 'typescript';
import type { JsonSchema } from '../base/json-schema';
import type { Compiler } from './typescript-compiler';
import { plainSchema } from './plain-schema';
import { templatePattern } from './template-pattern';

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

/** Translates the types of classes to JSON Schema with ts-json-schema-generator. */
export class TypeTranslator {
  private readonly generator: SchemaGenerator;

  constructor(
    ts: Compiler,
    program: Program,
    /** Whether a name is that of a class with `@Arg` fields, which stays a reference. */
    private readonly isArgsClass: (name: string) => boolean,
  ) {
    const parser = createParser(program, SETTINGS, (parsers) => {
      parsers.addNodeParser(new TemplateParser(ts, program));
    });
    this.generator = new SchemaGenerator(program, parser, createFormatter(SETTINGS), SETTINGS);
  }

  /** Returns the schema of each field of a class; a field whose type can't be translated has none. */
  fieldsOf(className: string): ReadonlyMap<string, JsonSchema> {
    const fields = new Map<string, JsonSchema>();
    const root = this.rootOf(className);
    const definitions = (root?.['definitions'] ?? {}) as Record<string, JsonSchema>;
    for (const [key, property] of Object.entries(root?.properties ?? {})) {
      const schema = plainSchema(property, definitions, this.isArgsClass);
      if (schema) fields.set(key, schema);
    }
    return fields;
  }

  // One field that has no schema fails the whole class; which one, and why, is said by the judge of types.
  private rootOf(className: string): JsonSchema | undefined {
    try {
      const root = this.generator.createSchema(className) as object as JsonSchema;
      const reference = root['$ref'];
      if (typeof reference !== 'string') return root;
      const definitions = root['definitions'] as Record<string, JsonSchema>;
      return { ...definitions[decodeURIComponent(reference.replace('#/definitions/', ''))], definitions };
    } catch {
      return undefined;
    }
  }
}

// The generator takes a template literal with an open part for any text.
class TemplateParser implements SubNodeParser {
  constructor(
    private readonly ts: Compiler,
    private readonly program: Program,
  ) {}

  supportsNode(node: Node): boolean {
    return this.ts.isTemplateLiteralTypeNode(node) && this.patternOf(node) !== undefined;
  }

  createType(node: Node): AnnotatedType {
    return new AnnotatedType(new StringType(), { pattern: `^${this.patternOf(node)!}$` }, false);
  }

  private patternOf(node: Node): string | undefined {
    const type = this.program.getTypeChecker().getTypeAtLocation(node);
    if (!(type.flags & this.ts.TypeFlags.TemplateLiteral)) return undefined;
    return templatePattern(this.ts, type as TemplateLiteralType);
  }
}
