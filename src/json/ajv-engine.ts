import type { JsonSchema } from '../base/json-schema';
import { lazyRequire, type LazyModule } from '../base/lazy-require';
import { isMultipleOf } from './multiple-of';
import { allDifferent, sameJson } from './same-json';

/** The class of Ajv, whatever the dialect. */
export type AjvClass = typeof import('ajv/dist/2020').default;

/** One Ajv, which keeps what it compiled. */
export type Ajv = InstanceType<AjvClass>;

/** The options of every Ajv. */
export const AJV_OPTIONS = { strict: false, validateFormats: false, allErrors: true, logger: false } as const;

/** Makes an Ajv. Its own versions of some keywords fail for members named toString, and for decimals such as 19.99 in steps of 0.01. */
export function makeAjv(module: LazyModule): Ajv {
  const ajv = new (ajvClass(module))({
    ...AJV_OPTIONS,
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

/** Returns the class of Ajv for a dialect, loaded once. */
export function ajvClass(module: LazyModule): AjvClass {
  return (lazyRequire(module) as { default: AjvClass }).default;
}

/** Returns the module of Ajv for the `$schema` of a schema. */
export function moduleFor(dialect: unknown): LazyModule {
  if (typeof dialect !== 'string') return 'ajv';
  if (/draft-0[3-7]/.test(dialect)) return 'ajv/draft-07';
  return dialect.includes('2019-09') ? 'ajv/2019-09' : 'ajv';
}

/** Returns a schema without its dialect, which Ajv would look up, and without `$async`, for which it would return a promise. */
export function withoutDialect(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $async: _async, ...bare } = schema;
  return bare;
}
