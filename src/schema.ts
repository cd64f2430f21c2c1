import { AuthorError } from './errors';
import { FORMATS } from './formats';
import { publishedDefault } from './published-default';
import { refuseContradictions } from './rule-contradictions';
import { isClass, typeComplaint, typeCure } from './type-complaints';
import type { JsonSchema, ObjectSchema } from './json-schema';
import {
  argNotesOf,
  designTypeOf,
  type ArgNote,
  type ArgsClass,
  type ItemOptions,
  type TypeRef,
  type ValueRules,
} from './metadata';

/** What the build-time generator read of one field's TypeScript type. */
export interface FieldType {
  schema: JsonSchema;
  optional: boolean;
}

/** What the build-time generator read: args class name, then field name. */
export type TypeFacts = Readonly<Record<string, Readonly<Record<string, FieldType>>>>;

/** One field of an args class: its note, its published schema and how it becomes part of an instance. */
export interface Field {
  readonly note: ArgNote;
  readonly schema: JsonSchema;
  readonly required: boolean;
  /** The nested class of an object field, or of each item of an array field. */
  readonly nested?: ArgsClass;
}

/** Everything that follows from an args class alone. */
export interface ArgsPlan {
  readonly cls: ArgsClass;
  readonly fields: readonly Field[];
  readonly schema: ObjectSchema;
}

const NO_FACTS: TypeFacts = Object.freeze({});
const plans = new WeakMap<TypeFacts, WeakMap<ArgsClass, ArgsPlan>>();

/** The plan of an args class, made on first need and shared; refuses what can't be published. */
export function planOf(cls: ArgsClass, facts: TypeFacts = NO_FACTS): ArgsPlan {
  let known = plans.get(facts);
  if (!known) plans.set(facts, (known = new WeakMap()));
  let plan = known.get(cls);
  if (!plan) known.set(cls, (plan = makePlan(cls, facts, [])));
  return plan;
}

/** The JSON Schema of an args class, as published. */
export function schemaOf(cls: ArgsClass, facts?: TypeFacts): ObjectSchema {
  return planOf(cls, facts).schema;
}

function makePlan(cls: ArgsClass, facts: TypeFacts, above: readonly ArgsClass[]): ArgsPlan {
  if (above.includes(cls)) {
    throw new AuthorError(
      cls.name,
      'contains itself, and clients take no schema with references.',
      'Give the inner field `schema: { type: "object" }`, or a class that ends.',
    );
  }
  const probe = new cls() as Record<string, unknown>;
  const nestedSchema = (nested: ArgsClass): ObjectSchema => makePlan(nested, facts, [...above, cls]).schema;
  const fields: Field[] = [];
  const required: string[] = [];
  const schema: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };
  for (const note of argNotesOf(cls)) {
    if (Object.hasOwn(schema.properties, note.wireName)) throw doubleName(cls, note, fields);
    const field = makeField(cls, note, probe[note.key], factFor(cls, note.key, facts), nestedSchema);
    fields.push(field);
    schema.properties[note.wireName] = field.schema;
    if (field.required) required.push(note.wireName);
  }
  if (required.length) schema.required = required;
  return { cls, fields, schema };
}

function doubleName(cls: ArgsClass, note: ArgNote, fields: readonly Field[]): AuthorError {
  const other = fields.find((field) => field.note.wireName === note.wireName)!.note.key;
  return new AuthorError(
    `${cls.name}.${note.key}`,
    `has the same name on the wire as ${other}: '${note.wireName}'.`,
    'Give one of them another `name` in @Arg.',
  );
}

function makeField(
  cls: ArgsClass,
  note: ArgNote,
  initial: unknown,
  fact: FieldType | undefined,
  nestedSchema: (nested: ArgsClass) => ObjectSchema,
): Field {
  const builder = new FieldBuilder(cls, note, fact, initial, nestedSchema);
  if (!note.description?.trim())
    throw new AuthorError(builder.place, 'has no description.', 'Say in @Arg what it is for.');
  const value = builder.build();
  const schema: JsonSchema = note.nullable ? { anyOf: [value, { type: 'null' }] } : value;
  schema.description = note.description;
  if (initial !== undefined) schema.default = publishedDefault(initial);
  refuseContradictions(builder, note, value, schema);
  const optional = note.optional ?? fact?.optional ?? false;
  const required = !optional && initial === undefined;
  return builder.nested ? { note, schema, required, nested: builder.nested } : { note, schema, required };
}

function factFor(cls: ArgsClass, key: string, facts: TypeFacts): FieldType | undefined {
  if (facts === NO_FACTS) return undefined;
  for (
    let at: object = cls;
    at !== Function.prototype && at !== null;
    at = Object.getPrototypeOf(at) as object
  ) {
    const found = facts[(at as ArgsClass).name]?.[key];
    if (found) return found;
  }
  return undefined;
}

// Turns a note, a generated fact or TypeScript's own record, in this order, into the schema of one value.
class FieldBuilder {
  nested: ArgsClass | undefined;

  constructor(
    private readonly cls: ArgsClass,
    private readonly note: ArgNote,
    private readonly fact: FieldType | undefined,
    private readonly initial: unknown,
    private readonly nestedSchema: (cls: ArgsClass) => ObjectSchema,
  ) {}

  /** Where the field stands, for what is told to its author. */
  get place(): string {
    return `${this.cls.name}.${this.note.key}`;
  }

  build(): JsonSchema {
    const { note } = this;
    if (note.schema) return { ...note.schema };
    if (note.explicit !== undefined) return { type: 'string', const: note.explicit };
    const stated = this.fromRules(note);
    if (stated) return stated;
    if (this.fact) return this.withRules({ ...this.fact.schema }, note);
    return this.withRules(this.fromDesignType(), note);
  }

  private fromRules(rules: ItemOptions): JsonSchema | undefined {
    if (rules.enum) return this.withRules(enumSchema(rules.enum), rules);
    if (rules.items || rules.type === 'array') {
      if (!rules.items) return undefined;
      return this.withRules({ type: 'array', items: this.fromItems(rules.items) }, rules);
    }
    if (rules.values) {
      return this.withRules({ type: 'object', additionalProperties: this.fromItems(rules.values) }, rules);
    }
    if (rules.type) return this.withRules(this.fromTypeRef(rules.type as TypeRef), rules);
    return undefined;
  }

  private fromItems(items: TypeRef | ItemOptions): JsonSchema {
    if (typeof items !== 'object') return this.fromTypeRef(items);
    const schema = this.fromRules(items);
    if (schema) return schema;
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

  private fromDesignType(): JsonSchema {
    const design = designTypeOf(this.cls, this.note.key);
    if (design === String) return { type: 'string' };
    if (design === Number) return { type: 'number' };
    if (design === Boolean) return { type: 'boolean' };
    if (typeof design === 'function' && argNotesOf(design).length)
      return this.fromTypeRef(() => design as ArgsClass);
    const inferred = typeof this.initial;
    if (inferred === 'string' || inferred === 'number' || inferred === 'boolean') return { type: inferred };
    throw new AuthorError(this.place, typeComplaint(design), typeCure(design));
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
    if (pattern.flags.replace(/[ugyds]/g, '')) {
      throw new AuthorError(
        this.place,
        `has a pattern with the flags '${pattern.flags}', which JSON Schema can't say.`,
        'Write the pattern without flags.',
      );
    }
    return source;
  }

  private addFormat(schema: JsonSchema, format: string): void {
    const pattern = FORMATS[format];
    if (!pattern) {
      throw new AuthorError(
        this.place,
        `has the unknown format '${format}'.`,
        `Use one of ${Object.keys(FORMATS).join(', ')}, or a \`pattern\`.`,
      );
    }
    if (schema.pattern !== undefined) {
      throw new AuthorError(this.place, 'has both a format and a pattern.', 'Keep one of them.');
    }
    schema.pattern = pattern;
    if (format === 'date-time') schema.format = format;
  }
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
  const list = Array.isArray(values)
    ? (values as readonly unknown[])
    : enumValues(values as Record<string, string | number>);
  const type = typeof list[0];
  const alike = list.every((value) => typeof value === type);
  const named = alike && (type === 'string' || type === 'boolean' || type === 'number');
  return named ? { type, enum: [...list] } : { enum: [...list] };
}

// A numeric TypeScript enum holds its reverse mapping as well; those keys are left out.
function enumValues(values: Record<string, string | number>): (string | number)[] {
  return Object.keys(values)
    .filter((key) => typeof values[String(values[key])] !== 'number')
    .map((key) => values[key]!);
}
