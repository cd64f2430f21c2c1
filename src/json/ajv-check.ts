import { isErrorNamed } from '../base/any-realm';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { AuthorError } from '../errors';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import type { LazyModule } from '../base/lazy-require';
import { AJV_OPTIONS, ajvClass, makeAjv, moduleFor, withoutDialect, type Ajv } from './ajv-engine';
import { compiledPart } from './ajv-parts';
import { ajvProblems } from './ajv-problems';
import { describeValue } from './describe-value';
import { joinPlace } from './problem-places';
import type { Problem } from './problem';
import { isFull, type Check, type Report } from './check-report';

/** What the check of a part needs to know about the whole. */
export interface SchemaOrigin {
  /** The source of the schema, for errors to its author. */
  readonly place: string;
  /** The `$schema` of the whole, if any. */
  readonly dialect: unknown;
}

const validators = new WeakMap<object, ValidateFunction>();
const engines = new Map<LazyModule, { readonly meta: Ajv; readonly ajv: Ajv }>();

/** A check by Ajv, compiled for the first value; it repairs nothing. */
export function ajvCheck(schema: JsonSchema, origin: SchemaOrigin): Check {
  return (value, report) => {
    const validate = compiledSchema(schema, origin);
    // For some rare schemas and values Ajv's code throws: such values are refused.
    try {
      if (!validate(value)) addProblems(report, problemsBy(validate, value, schema, origin));
    } catch (error) {
      const message = isErrorNamed(error, 'RangeError')
        ? 'is nested too deeply'
        : 'could not be checked against its schema';
      report.problems.push({ field: '', message, received: describeValue(value) });
    }
    return value;
  };
}

// What fits no branch of a union is judged again by each of them, so that the nearest one is known.
function problemsBy(
  validate: ValidateFunction,
  value: unknown,
  root: JsonSchema,
  origin: SchemaOrigin,
): readonly Problem[] {
  const problemsOf = (part: JsonSchema, inner: unknown): readonly Problem[] => {
    const check = compiledPart(part, root, origin.dialect);
    return !check || check(inner) ? [] : problemsBy(check, inner, root, origin);
  };
  return ajvProblems(validate.errors ?? [], value, { root, problemsOf });
}

function addProblems(report: Report, problems: readonly Problem[]): void {
  for (const problem of problems) if (!isFull(report)) report.problems.push(problem);
}

/** Compiles a schema with Ajv, once; throws an AuthorError if it is invalid. */
export function compiledSchema(schema: JsonSchema, { place, dialect }: SchemaOrigin): ValidateFunction {
  const known = isObject(schema) ? validators.get(schema) : undefined;
  if (known) return known;
  const wrong = (what: string, cure: string) =>
    new AuthorError(place, `has an invalid schema: ${what}.`, cure);
  if (!isObject(schema)) throw wrong(`${describeValue(schema)} is not a schema`, 'Write an object instead.');
  if (namesProto(schema)) throw wrong('it has a member named __proto__', 'Choose another name.');
  const module = moduleFor(dialect);
  const bare = withoutDialect(schema);
  const { meta, ajv } = engineOf(module);
  if (!meta.validateSchema(bare)) throw wrong(...schemaMistake(meta.errors ?? []));
  // Ajv instances keep ids, and two schemas may have the same.
  const own = /"(?:\$id|unevaluated\w+)":/.test(JSON.stringify(bare)) ? makeAjv(module) : ajv;
  try {
    const validate = own.compile(bare);
    validators.set(schema, validate);
    return validate;
  } catch (error) {
    throw wrong(...compileMistake((error as Error).message));
  } finally {
    own.removeSchema(bare);
  }
}

function engineOf(module: LazyModule): { readonly meta: Ajv; readonly ajv: Ajv } {
  let engine = engines.get(module);
  if (!engine) {
    engine = { meta: new (ajvClass(module))({ ...AJV_OPTIONS, verbose: true }), ajv: makeAjv(module) };
    // Tracking evaluated properties costs time, and fails with `patternProperties`.
    engine.ajv.opts.unevaluated = false;
    engines.set(module, engine);
  }
  return engine;
}

// Ajv ignores members with this name.
function namesProto(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(
    ([keyword, value]: [string, unknown]) =>
      (/^(?:p.*P|p)roperties$|^depend/.test(keyword) &&
        isObject(value) &&
        Object.hasOwn(value, '__proto__')) ||
      namesProto(value),
  );
}

// The deepest error is the nearest to the mistake.
function schemaMistake(errors: readonly ErrorObject[]): [what: string, cure: string] {
  const deepest = [...errors].sort((a, b) => b.instancePath.length - a.instancePath.length)[0]!;
  const place = deepest.instancePath.split('/').slice(1).reduce(joinPlace, '');
  const tuple = /(?:^|\.)items$/.test(place) && /object,boolean/.test(deepest.message ?? '');
  return [
    `${place || 'it'} ${deepest.message}${listed(deepest)}, got ${describeValue(deepest.data)}`,
    tuple ? 'Write `prefixItems` for a list of schemas.' : 'Correct the schema.',
  ];
}

function listed({ params }: ErrorObject): string {
  const allowed: unknown = params['allowedValues'];
  return Array.isArray(allowed) ? ` (${allowed.join(', ')})` : '';
}

function compileMistake(message: string): [what: string, cure: string] {
  if (/resolve reference|resolves to/.test(message))
    return [message, 'Put the referenced schema under `$defs` of the same schema, under a unique name.'];
  if (/regular expression/i.test(message)) return [message, 'Escape only what must be escaped.'];
  return [message, 'Correct the schema.'];
}
