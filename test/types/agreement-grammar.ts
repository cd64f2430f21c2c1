/** Declarations that the types and options below use. */
export const DECLARATIONS = `
import { Arg, ToolArguments } from 'toolwright';
enum Level { Low = 'low', High = 'high' }
enum Grade { One = 1, Two = 2 }
enum Crossed { A = 'B', B = 1 }
const SIZES = ['s', 'm'] as const;
interface Plain { x: number }
export class Point extends ToolArguments { @Arg('X') x!: number }
export class Sub extends Point { @Arg({ description: 'Y', optional: true }) y?: number }
export class Base extends ToolArguments { @Arg('A') a!: string }
export class Loose extends ToolArguments { @Arg({ description: 'X', optional: true }) x?: string }
type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
`;

/** The literals behind each enum, which the compiler keeps apart from them. */
export const ENUMS: Readonly<Record<string, string>> = {
  Level: "('low' | 'high')",
  Grade: '(1 | 2)',
  Crossed: "('B' | 1)",
};

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim());

/** Types of fields. */
export const TYPES = lines(`
  string
  number
  boolean
  any
  unknown
  object
  {}
  null
  true
  'a'
  'a' | 'b'
  1 | 2
  'a' | 1
  'a' | null
  Level
  Level | null
  Grade
  Crossed
  Level | 'x'
  Level[]
  Record<Level, number>
  Partial<Record<Level, number>>
  string | null
  number | null
  string | number
  string | undefined
  string | string[]
  string | Point
  string[]
  number[]
  ('a' | 'b')[]
  readonly string[]
  string[][]
  (string | number)[]
  (string | null)[]
  string[] | null
  string[] | number[]
  any[]
  unknown[]
  [string]
  [string, number]
  [string, ...string[]]
  [string, string?]
  Point
  Point[]
  Point | null
  (Point | null)[]
  Point | Base
  Point & { y: number }
  Sub
  Base
  Loose
  Loose[]
  Partial<Point>
  Plain
  Plain[]
  { x: number; y?: string }
  { x: number } | { a: string }
  { a?: string }
  Record<string, number>
  Record<string, unknown>
  Record<string, 'a' | 'b'>
  Record<string, Point>
  Record<string, string[]>
  Record<string, number | null>
  Record<'a' | 'b', number>
  { [key: string]: number; x: number }
  Record<\`p\${string}\`, number>
  Date
  Map<string, number>
  bigint
  { at: Date }
  Array<{ at: Date }>
  Iterable<string>
  Error
  \`a\${string}\` | null
  (typeof SIZES)[number]
  typeof SIZES
  keyof Point
  Json
  Record<string, Json>
  Exclude<'a' | 'b', 'b'>
  void
`);

/** Options that say what a value is. */
export const OPTIONS = lines(`
  type: 'string'
  type: 'number'
  type: 'integer'
  type: 'boolean'
  type: 'object'
  type: 'array'
  type: () => Point
  type: () => Sub
  type: () => Loose
  enum: ['a', 'b']
  enum: ['a']
  enum: ['a', 1]
  enum: [1, 2]
  enum: Level
  enum: Grade
  enum: Crossed
  enum: SIZES
  items: 'string'
  items: 'number'
  items: 'object'
  items: () => Point
  items: () => Loose
  items: { enum: ['a', 'b'] }
  items: { enum: Level }
  items: { type: 'array', items: 'string' }
  items: { values: 'number' }
  items: { minLength: 1 }
  items: 'string', minItems: 1
  values: 'number'
  values: 'string'
  values: () => Point
  values: { enum: ['a', 'b'] }
  values: { items: 'string' }
  minLength: 1
  minimum: 0
  type: 'string', items: 'string'
  type: 'integer', enum: ['a', 'b']
  type: () => Point, values: 'number'
  schema: {}
  schema: { type: 'string' }
  schema: { type: 'integer' }
  schema: { type: 'null' }
  schema: { type: 'array' }
  schema: { type: 'object' }
  schema: { enum: ['a', 'b'] }
  schema: { const: 'a' }
  schema: { type: 'array', items: { type: 'string' } }
  schema: { type: 'array', items: { type: 'string' }, minItems: 1 }
  schema: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1 }
  schema: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2, maxItems: 2 }
  schema: { anyOf: [{ type: 'string' }, { type: 'null' }] }
  schema: { oneOf: [{ type: 'string' }, { type: 'number' }] }
  schema: { allOf: [{ type: 'string' }, { minLength: 1 }] }
  schema: { not: { type: 'string' } }
  schema: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'] }
  schema: { type: 'object', properties: { x: { type: 'number' } }, required: ['x'], additionalProperties: false }
  schema: { type: 'object', properties: { a: { type: 'string' } } }
  schema: { type: 'object', additionalProperties: { type: 'number' } }
  schema: { type: 'object', additionalProperties: { type: 'string' } }
  schema: { type: 'string' }, minLength: 1
`);

/** What stands beside them, and whether the field has a question mark. */
export const FORMS: readonly (readonly [more: string, declared: string])[] = [
  ['', 'f!'],
  ['', 'f?'],
  ['nullable: true', 'f!'],
  ['optional: true', 'f?'],
  ['optional: true', 'f!'],
  ['nullable: true, optional: true', 'f?'],
];

/** JSON values, each of which a schema takes or refuses. */
export const VALUES: readonly unknown[] = [
  ...['', 'a', 'b', 'c', 'low', 'B', 's', 'x', 0, 1, 2, 3.5, -1, true, false, null],
  ...[
    [],
    ['a'],
    ['a', 'b'],
    ['low'],
    [1],
    ['a', 1],
    [null],
    [['a']],
    [{}],
    [{ x: 1 }],
    [{ x: 'q' }],
    [{ a: 1 }],
  ],
  ...[
    {},
    { x: 1 },
    { x: 'q' },
    { x: 1, y: 2 },
    { a: 'b' },
    { a: 1 },
    { a: null },
    { a: { x: 1 } },
    { a: ['b'] },
  ],
  ...[{ a: 1, b: 2 }, { low: 1, high: 2 }, { low: 'q' }, { x: 1, a: 'b' }, { p1: 1 }, { p1: 'q' }],
];
