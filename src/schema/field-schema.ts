import { AuthorError, CompilerSettingsError } from '../errors';
import { patternOfFormat, STRING_FORMATS } from '../json/string-formats';
import { classProblem, factProblem, type FieldFact } from './field-facts';
import { enumValues } from './enum-values';
import { mayIgnoreOptions, refuseIgnoredOptions } from './ignored-options';
import { isClass, typeComplaint, typeCure } from './field-type-problems';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import {
  argNotesOf,
  designTypeOf,
  type ArgNote,
  type ArgsClass,
  type ItemOptions,
  type TypeRef,
  type ValueRules,
} from '../metadata';

/** Makes the schemas of one class's fields: from the note, else a generated fact, else TypeScript's own record. */
export class FieldSchemas {
  /** The nested class of the field that was made last. */
  nested: ArgsClass | undefined;
  /** Whether null may stand in place of the value made last. */
  nullable = false;
  private note!: ArgNote;

  constructor(
    readonly cls: ArgsClass,
    private readonly nestedSchema: (cls: ArgsClass) => ObjectSchema,
  ) {}

  /** Where a field is declared, for messages to its author. */
  placeOf(note: ArgNote): string {
    return `${this.cls.name}.${note.key}`;
  }

  /** The schema of one field's value; the fact and the initial value are asked where the note says no type. */
  of(note: ArgNote, fact: FieldFact | undefined, initial: unknown): JsonSchema {
    this.note = note;
    this.nested = undefined;
    const { stated } = note;
    if (mayIgnoreOptions(stated)) refuseIgnoredOptions(this.place, stated);
    this.nullable = stated.nullable ?? false;
    if (stated.schema) return { ...stated.schema };
    if (note.explicit !== undefined) return { type: 'string', const: note.explicit };
    const said = this.fromRules(stated, fact?.value);
    if (said) return said;
    if (!fact || (stated.type === 'array' && fact.value.type !== 'array'))
      return this.withRules(this.fromDesignType(initial), stated);
    this.nullable = stated.nullable ?? fact.nullable;
    return this.withRules(this.fromFact(fact.value), stated);
  }

  private get place(): string {
    return this.placeOf(this.note);
  }

  // A class of our own says more than any fact: its rules, descriptions, defaults and wire names.
  private fromFact(value: JsonSchema): JsonSchema {
    const design = designTypeOf(this.cls, this.note.key);
    this.refuse(factProblem(value, design));
    if (typeof design === 'function' && argNotesOf(design).length)
      return this.fromTypeRef(() => design as ArgsClass);
    return structuredClone(value);
  }

  private refuse(problem: ReturnType<typeof factProblem>): void {
    if (problem) throw new AuthorError(this.place, problem.what, problem.cure);
  }

  private fromRules(rules: ItemOptions, fact?: JsonSchema): JsonSchema | undefined {
    if (rules.enum) return this.withRules(enumSchema(rules.enum), rules);
    if (rules.items || rules.type === 'array') {
      if (!rules.items) return undefined;
      return this.withRules({ type: 'array', items: this.fromItems(rules.items, fact?.items) }, rules);
    }
    if (rules.values) {
      const free = fact?.additionalProperties;
      const values = this.fromItems(rules.values, typeof free === 'object' ? free : undefined);
      return this.withRules({ type: 'object', additionalProperties: values }, rules);
    }
    if (rules.type) return this.withRules(this.fromTypeRef(rules.type), rules);
    return undefined;
  }

  private fromItems(items: TypeRef | ItemOptions, fact?: JsonSchema): JsonSchema {
    if (typeof items !== 'object') return this.fromTypeRef(items);
    const schema = this.fromRules(items, fact);
    if (schema) return schema;
    if (fact) {
      this.refuse(classProblem(fact));
      return this.withRules(structuredClone(fact), items);
    }
    throw new AuthorError(
      this.place,
      'has items without a type.',
      'State `items: { type: … }` or `items: { enum: … }`.',
    );
  }

  private fromTypeRef(type: TypeRef): JsonSchema {
    if (typeof type !== 'function') return { type };
    if (isClass(type)) {
      const { name } = type as { name: string };
      throw new AuthorError(
        this.place,
        `names the class ${name} itself.`,
        `Give it lazily: \`type: () => ${name}\`.`,
      );
    }
    const nested = type() as ArgsClass | undefined;
    if (!nested || !argNotesOf(nested).length) {
      throw new AuthorError(
        this.place,
        `names ${nested ? nested.name : 'a class that is not loaded yet'} as its type, which has no @Arg fields.`,
        'Put @Arg on its fields, and give it lazily: `type: () => Point`.',
      );
    }
    this.nested = nested;
    return this.nestedSchema(nested);
  }

  private fromDesignType(initial: unknown): JsonSchema {
    const design = designTypeOf(this.cls, this.note.key);
    if (design === String) return { type: 'string' };
    if (design === Number) return { type: 'number' };
    if (design === Boolean) return { type: 'boolean' };
    if (typeof design === 'function' && argNotesOf(design).length)
      return this.fromTypeRef(() => design as ArgsClass);
    const inferred = typeof initial;
    if (inferred === 'string' || inferred === 'number' || inferred === 'boolean') return { type: inferred };
    const ruled = design === undefined ? typeOfRules(this.note.stated) : undefined;
    if (ruled) return { type: ruled };
    const Mistake = design === undefined ? CompilerSettingsError : AuthorError;
    throw new Mistake(this.place, typeComplaint(design, this.cls), typeCure(design, this.cls));
  }

  private withRules(schema: JsonSchema, rules: ValueRules): JsonSchema {
    for (const keyword in rules) {
      const value = (rules as Record<string, unknown>)[keyword];
      if (value !== undefined && PLAIN_RULES.has(keyword)) schema[keyword] = value;
    }
    if (rules.pattern !== undefined) schema.pattern = this.patternSource(rules.pattern);
    if (rules.format !== undefined) this.addFormat(schema, rules.format);
    if (rules.items && schema.type === 'array' && !schema.items) schema.items = this.fromItems(rules.items);
    if (schema.type === 'array' && !schema.items) {
      throw new AuthorError(this.place, typeComplaint(Array), typeCure(Array));
    }
    return schema;
  }

  private patternSource(pattern: RegExp | string): string {
    const source = typeof pattern === 'string' ? pattern : pattern.source;
    try {
      new RegExp(source, 'u');
    } catch (error) {
      throw new AuthorError(
        this.place,
        `has the pattern ${source}, which is no Unicode pattern (${(error as Error).message}).`,
        'Escape only what has to be escaped.',
      );
    }
    if (typeof pattern === 'string') return source;
    if (/[^dgu]/.test(pattern.flags)) {
      throw new AuthorError(
        this.place,
        `has a pattern with the flags '${pattern.flags}', which JSON Schema can't say.`,
        'Write the pattern without flags.',
      );
    }
    return source;
  }

  private addFormat(schema: JsonSchema, format: string): void {
    const pattern = patternOfFormat(format);
    if (!pattern) {
      throw new AuthorError(
        this.place,
        `has the unknown format '${format}'.`,
        `Use one of ${Object.keys(STRING_FORMATS).join(', ')}, or a \`pattern\`.`,
      );
    }
    if (schema.pattern !== undefined) {
      throw new AuthorError(this.place, 'has both a format and a pattern.', 'Keep one of them.');
    }
    schema.pattern = pattern;
    if (format === 'date-time') schema.format = format;
  }
}

// Where nothing was recorded, a rule that is about one type says that type.
function typeOfRules(rules: ValueRules): 'string' | 'number' | undefined {
  if ([rules.minLength, rules.maxLength, rules.pattern, rules.format].some((rule) => rule !== undefined))
    return 'string';
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  const limits = [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf];
  return limits.some((limit) => limit !== undefined) ? 'number' : undefined;
}

const PLAIN_RULES: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
]);

function enumSchema(values: NonNullable<ValueRules['enum']>): JsonSchema {
  const list = enumValues(values);
  const type = typeof list[0];
  const alike = list.every((value) => typeof value === type);
  const named = alike && (type === 'string' || type === 'boolean' || type === 'number');
  return named ? { type, enum: [...new Set<unknown>(list)] } : { enum: [...new Set<unknown>(list)] };
}
