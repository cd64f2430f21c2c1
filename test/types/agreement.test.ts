import Ajv from 'ajv';
import fc from 'fast-check';
import ts from 'typescript';
import { AuthorError, AuthorErrors, type ArgsClass } from '../../src/index';
import { schemaOf } from '../../src/schema/args-schema';
import { rounds } from '../support/rounds';
import { DECLARATIONS, ENUMS, FORMS, OPTIONS, TYPES, VALUES } from './agreement-grammar';
import { compileFile, loadClasses } from './compiled-shapes';

const EMPTY = VALUES.findIndex((value) => JSON.stringify(value) === '{}');

interface Field {
  readonly type: string;
  readonly declared: string;
  readonly code: string;
}

const fields = fc.sample(
  fc
    .tuple(fc.constantFrom(...TYPES), fc.constantFrom(...OPTIONS), fc.constantFrom(...FORMS))
    .map(([type, option, [more, declared]]): Field => {
      const options = ["description: 'F'", option, more].filter(Boolean).join(', ');
      return { type, declared, code: `@Arg({ ${options} }) ${declared}: ${type}` };
    }),
  { numRuns: rounds(600, 6_000), seed: Number(process.env['SEED'] ?? 1) },
);

const flat = DECLARATIONS.replaceAll('\n', ' ');
const typeText = (type: string): string =>
  type.replace(/\b(?:Level|Grade|Crossed)\b/g, (name) => ENUMS[name]!);
const valueType = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(valueType).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${valueType(inner)}`)
    .join('; ')} }`;
};

const source = [
  flat,
  ...fields.map(({ code }, index) => `export class F${index} extends ToolArguments { ${code} }`),
  ...TYPES.map((type, index) => `export type T${index} = ${typeText(type)};`),
  ...VALUES.map((value, index) => `export type V${index} = ${valueType(value)};`),
].join('\n');

const { program, file, refusals, javascript } = compileFile(source);
const classes = loadClasses(javascript);
const checker = program.getTypeChecker();
const aliases = new Map<string, ts.Type>();
file.forEachChild((node) => {
  if (ts.isTypeAliasDeclaration(node)) aliases.set(node.name.text, checker.getTypeFromTypeNode(node.type));
});

const fits = VALUES.map((value, at) =>
  TYPES.map((_type, index) => {
    const type = aliases.get(`T${index}`)!;
    return checker.isTypeAssignableTo(aliases.get(`V${at}`)!, type) || isUnrelated(value, type);
  }),
);

// The compiler also refuses an object without any property of a type that requires none, which is no wrong value.
function isUnrelated(value: unknown, type: ts.Type): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const isWeak =
    checker.isTypeAssignableTo(aliases.get(`V${EMPTY}`)!, type) && !checker.getIndexInfosOfType(type).length;
  return isWeak && Object.keys(value).every((key) => !type.getProperty(key));
}

// What a class publishes and its type does not hold; undefined if it publishes nothing.
function lies({ type, declared }: Field, cls: ArgsClass): unknown[] | undefined {
  let schema: object;
  try {
    schema = schemaOf(cls);
  } catch (error) {
    if (error instanceof AuthorError || error instanceof AuthorErrors) return undefined;
    throw error;
  }
  const takes = new Ajv({ strict: false }).compile(schema);
  const index = TYPES.indexOf(type);
  const wrong = VALUES.filter((value, at) => takes({ f: value }) && !fits[at]![index]);
  const mayMiss = declared === 'f?' || /undefined|any|unknown|void/.test(type);
  if (takes({}) && !mayMiss) wrong.push('nothing');
  if (!takes({}) && declared === 'f?') wrong.push('a value in any case');
  return wrong;
}

test('whatever compiles and is listed takes only values of its type', () => {
  const seen = { refused: 0, reported: 0, published: 0 };
  const found: Record<string, unknown> = {};
  fields.forEach((field, index) => {
    if (refusals.has(`F${index}`)) return void seen.refused++;
    const wrong = lies(field, classes[`F${index}`]!);
    if (!wrong) return void seen.reported++;
    seen.published++;
    if (wrong.length) found[field.code] = wrong;
  });
  expect(found).toEqual({});
  expect(Math.min(seen.refused, seen.published)).toBeGreaterThan(10);
});
