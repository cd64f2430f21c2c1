import { isErrorNamed } from '../base/any-realm';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { AuthorError } from '../errors';
import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { lazyRequire, type LazyModule } from '../base/lazy-require';
import { ajvProblems } from './ajv-problems';
import { describeValue } from './describe-value';
import { joinPlace } from './problem-places';
import { isMultipleOf } from './multiple-of';
import type { Problem } from './problem';
import { isFull, type Check, type Report } from './check-report';
import { allDifferent, sameJson } from './same-json';

/** What the check of a part needs to know about the whole. */
export interface SchemaOrigin {
  /** The source of the schema, for errors to its author. */
  readonly place: string;
  /** The `$schema` of the whole, if any. */
  readonly dialect: unknown;
}

type AjvClass = typeof import('ajv/dist/2020').default;
type Ajv = InstanceType<AjvClass>;

const OPTIONS = { strict: false, validateFormats: false, allErrors: true, logger: false } as const;
/** Of more errors than this nobody hears: a report is full before. */
const MOST_ERRORS = 200;
const validators = new WeakMap<object, ValidateFunction>();
const engines = new Map<LazyModule, { readonly meta: Ajv; readonly ajv: Ajv }>();

/** A check by Ajv, compiled for the first value; it repairs nothing. */
export function ajvCheck(schema: JsonSchema, origin: SchemaOrigin): Check {
  return (value, report) => {
    const validate = compiledSchema(schema, origin);
    // For some rare schemas and values Ajv's code throws: such values are refused.
    try {
      if (!validate(value))
        addProblems(report, ajvProblems(validate.errors?.slice(0, MOST_ERRORS) ?? [], value));
    } catch (error) {
      const message = isErrorNamed(error, 'RangeError')
        ? 'is nested too deeply'
        : 'could not be checked against its schema';
      report.problems.push({ field: '', message, received: describeValue(value) });
    }
    return value;
  };
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
    engine = { meta: new (ajvClass(module))({ ...OPTIONS, verbose: true }), ajv: makeAjv(module) };
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

// Ajv's own versions fail for members named toString, and for decimals such as 19.99 in steps of 0.01.
function makeAjv(module: LazyModule): Ajv {
  const ajv = new (ajvClass(module))({
    ...OPTIONS,
    validateSchema: false,
    ownProperties: true,
    verbose: true,
  });
  for (const keyword of ['const', 'enum', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: 'const', compile: (wanted: unknown) => (value) => sameJson(value, wanted) });
  ajv.addKeyword({
    keyword: 'enum',
    compile: (list: unknown[]) => (value) => list.some((allowed) => sameJson(value, allowed)),
  });
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    compile: (wanted: boolean) => (value: unknown[]) => !wanted || allDifferent(value),
  });
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    compile: (step: number) => (value: number) => isMultipleOf(value, step),
  });
  return ajv;
}

function ajvClass(module: LazyModule): AjvClass {
  return (lazyRequire(module) as { default: AjvClass }).default;
}

function moduleFor(dialect: unknown): LazyModule {
  if (typeof dialect !== 'string') return 'ajv';
  if (/draft-0[3-7]/.test(dialect)) return 'ajv/draft-07';
  return dialect.includes('2019-09') ? 'ajv/2019-09' : 'ajv';
}

// Ajv would look up the dialect, and return a promise for `$async`.
function withoutDialect(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $async: _async, ...bare } = schema;
  return bare;
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
