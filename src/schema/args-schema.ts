import { refuseWrongAccess } from './access-rules';
import { ARG_OPTIONS, EXPLICIT_OPTIONS } from './arg-options';
import { AuthorError } from '../errors';
import { AuthorProblems } from '../author-problems';
import { fieldFact, type FieldType, type TypeFacts } from './field-facts';
import { FieldSchemas } from './field-schema';
import { refuseChangingDefault } from './changing-default';
import { checkHeaders, publishHeader } from './param-header';
import { plainInstance } from './construct-args';
import { hasTransform, isTransformed } from './transformed-fields';
import { refuseForeignRules } from './foreign-rules';
import { publishedDefault } from './published-default';
import { publishRules, refuseRulesWithoutArg, rulesByField } from './published-field-rules';
import { refuseWrongOptions } from './refuse-wrong-options';
import { refuseContradictions } from './rule-contradictions';
import type { JsonSchema, ObjectSchema } from '../base/json-schema';
import type { StatedExamples } from '../json/schema-example';
import { argNotesOf, type ArgNote, type ArgsClass } from '../metadata';

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
  /** Whether a field, here or in a nested class, is repeated in a header. */
  readonly hasHeaders: boolean;
}

const statedExamples = new WeakMap<object, unknown>();

/** The examples that authors stated in `@Arg`, by the schema of the field; they are not published. */
export const STATED_EXAMPLES: StatedExamples = statedExamples;

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

/** The same schema with some fields only, by their keys; the others are not looked at, nor refused. */
export function schemaOfFields(cls: ArgsClass, keys: ReadonlySet<string>): ObjectSchema {
  return makePlan(cls, NO_FACTS, [], keys).schema;
}

function makePlan(
  cls: ArgsClass,
  facts: TypeFacts,
  above: readonly ArgsClass[],
  only?: ReadonlySet<string>,
): ArgsPlan {
  if (above.includes(cls)) {
    throw new AuthorError(
      cls.name,
      'contains itself, and clients take no schema with references.',
      'Give the inner field `type: "object"` and the type `Record<string, unknown>`, or a class that ends.',
    );
  }
  const probe = plainInstance(cls);
  let second: Record<string, unknown> | undefined;
  const rules = rulesByField(cls);
  let hasHeaders = false;
  const schemas = new FieldSchemas(cls, (nested) => {
    const plan = makePlan(nested, facts, [...above, cls]);
    hasHeaders ||= plan.hasHeaders;
    return plan.schema;
  });
  const fields: Field[] = [];
  const required: string[] = [];
  const schema: ObjectSchema = { type: 'object', properties: {}, additionalProperties: false };
  const notes = argNotesOf(cls);
  const problems = new AuthorProblems();
  if (!notes.length) problems.attempt(() => refuseForgottenArgs(cls, probe, rules.size > 0));
  if (rules.size) {
    const noted = new Set(notes.map(({ key }) => key));
    problems.attempt(() => refuseRulesWithoutArg(cls, rules, noted));
  }
  const add = (note: ArgNote): void => {
    if (Object.hasOwn(schema.properties, note.wireName)) throw doubleName(cls, note, fields);
    if (note.misplaced) throw misplacedArg(cls, note);
    const initial = probe[note.key];
    const field = makeField(schemas, note, initial, factFor(cls, note.key, facts), rules.get(note.key));
    if (initial !== undefined && typeof initial !== 'boolean') {
      second ??= plainInstance(cls);
      refuseChangingDefault(schemas.placeOf(note), initial, second[note.key]);
    }
    if (note.stated.header !== undefined) {
      const taken = fields.map((other) => other.note.stated.header);
      hasHeaders = true;
      publishHeader(schemas.placeOf(note), note.stated.header, field.schema, taken);
    }
    // A stated schema may hold one of its own.
    if (note.stated.schema !== undefined) hasHeaders = true;
    fields.push(field);
    schema.properties[note.wireName] = field.schema;
    if (field.required) required.push(note.wireName);
  };
  for (const note of notes) {
    if (only && !only.has(note.key)) continue;
    try {
      add(note);
    } catch (error) {
      problems.add(error);
    }
  }
  problems.throwAny();
  if (hasHeaders && !above.length) checkHeaders(cls.name, schema, 'header');
  if (required.length) schema.required = required;
  return { cls, fields, schema, hasHeaders };
}

function doubleName(cls: ArgsClass, note: ArgNote, fields: readonly Field[]): AuthorError {
  const other = fields.find((field) => field.note.wireName === note.wireName)!.note.key;
  return new AuthorError(
    `${cls.name}.${note.key}`,
    `has the same name on the wire as ${other}: '${note.wireName}'.`,
    'Give one of them another `name` in @Arg.',
  );
}

// A field that a class declares and never sets can only have been meant as an argument.
function refuseForgottenArgs(cls: ArgsClass, probe: Record<string, unknown>, hasRules: boolean): void {
  const declared = Object.keys(probe).filter((key) => probe[key] === undefined);
  if (!declared.length || hasRules) return;
  throw new AuthorError(
    cls.name,
    `declares ${declared.join(', ')} and has no @Arg: it would be listed without arguments.`,
    "Put @Arg on each field that is an argument, such as `@Arg('What it is for')`.",
  );
}

function misplacedArg(cls: ArgsClass, note: ArgNote): AuthorError {
  return new AuthorError(
    `${cls.name}.${note.key}`,
    `has @Arg and is ${note.misplaced}, which holds no argument.`,
    'Put @Arg on a field of the instance.',
  );
}

function makeField(
  schemas: FieldSchemas,
  note: ArgNote,
  initial: unknown,
  fact: FieldType | undefined,
  rules: Parameters<typeof publishRules>[1],
): Field {
  const { stated, explicit } = note;
  const place = schemas.placeOf(note);
  refuseWrongOptions(place, stated, explicit === undefined ? ARG_OPTIONS : EXPLICIT_OPTIONS, {
    defined: 'all',
  });
  if (explicit !== undefined) refuseWrongLiteral(place, explicit);
  if (!stated.description?.trim())
    throw new AuthorError(place, 'has no description.', 'Say in @Arg what it is for.');
  const value = schemas.of(note, fieldFact(fact), initial);
  if (rules && !stated.schema) {
    refuseForeignRules(place, value, rules, () => isTransformed(schemas.cls, note.key));
    // Rules judge what a transform makes, the schema what is sent.
    if (!hasTransform(schemas.cls, note.key)) publishRules(value, rules);
  }
  const schema: JsonSchema = schemas.nullable ? { anyOf: [value, { type: 'null' }] } : value;
  schema.description = stated.description;
  if (initial !== undefined) schema.default = publishedDefault(initial);
  if (stated.example !== undefined) statedExamples.set(schema, stated.example);
  refuseContradictions(schemas, note, value, schema);
  if (stated.access !== undefined) refuseWrongAccess(place, stated, value);
  const optional = stated.optional ?? fact?.optional ?? false;
  const required = !optional && initial === undefined;
  const { nested } = schemas;
  return nested ? { note, schema, required, nested } : { note, schema, required };
}

function refuseWrongLiteral(place: string, literal: unknown): void {
  if (typeof literal === 'string' && literal.trim()) return;
  throw new AuthorError(
    place,
    'has @Explicit without the words that the user confirms with.',
    "State them, such as `@Explicit('DELETE_DOCUMENT')`.",
  );
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
