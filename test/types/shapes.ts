/** How a shape ends: refused by the compiler, refused when it is first listed, or published as a schema that is right. */
export type Verdict = 'compile' | 'start' | 'right';

/** Declarations that the shapes use. */
export const PRELUDE = `
import { Arg, Explicit, ToolArguments } from 'toolwright';
import { ArrayMaxSize, IsEmail, IsIn, IsInt, IsPositive, Matches, Max, MaxLength, Min, MinLength, ValidateIf } from 'class-validator';
import { randomUUID } from 'node:crypto';

enum Level { Low = 'low', High = 'high' }
enum Grade { One = 1, Two = 2 }
enum Mixed { No = 0, Yes = 'yes' }
const enum Flat { A = 'a', B = 'b' }
const SIZES = ['s', 'm'] as const;
const LOOSE: string[] = ['s', 'm'];
const Tone = { soft: 'soft', loud: 'loud' } as const;
type Tone = (typeof Tone)[keyof typeof Tone];
type Brand = string & { readonly brand: unique symbol };
interface Plain { x: number }
export class Point extends ToolArguments { @Arg({ description: 'X', minimum: 0 }) x!: number }
class Bare { x = 1 }
export class Base extends ToolArguments { @Arg('A') a!: string }
`;

/** Field shapes, by topic: what an author writes in an args class (or as the class `_`), and how it must end. */
export const SHAPES: Readonly<Record<string, readonly (readonly [code: string, verdict: Verdict])[]>> = {
  'Plain types': [
    ["@Arg('F') f!: string", 'right'],
    ["@Arg('F') f!: number", 'right'],
    ["@Arg('F') f!: boolean", 'right'],
    ["@Arg({ description: 'F', type: 'integer' }) f!: number", 'right'],
    ["@Arg({ description: 'F', type: 'integer' }) f!: string", 'compile'],
    ["@Arg({ description: 'F', type: 'string' }) f!: number", 'compile'],
    ["@Arg({ description: 'F', type: 'boolean' }) f!: string", 'compile'],
    ["@Arg('F') f!: any", 'start'],
    ["@Arg('F') f!: unknown", 'compile'],
    ["@Arg({ description: 'F', schema: {} }) f!: unknown", 'right'],
    ["@Arg('F') f!: never", 'compile'],
    ["@Arg('F') f!: object", 'start'],
    ["@Arg({ description: 'F', type: 'object' }) f!: object", 'right'],
    ["@Arg('F') f!: Brand", 'right'],
    ["@Arg({ description: 'F', type: 'string' }) f!: Brand", 'right'],
  ],
  'Optional and default': [
    ["@Arg({ description: 'F', optional: true }) f?: string", 'right'],
    ["@Arg('F') f?: string", 'compile'],
    ["@Arg({ description: 'F', optional: false }) f?: string", 'compile'],
    ["@Arg({ description: 'F', optional: true }) f!: string", 'compile'],
    ["@Arg('F') f!: string | undefined", 'compile'],
    ["@Arg({ description: 'F', type: 'string', optional: true }) f: string | undefined", 'right'],
    ["@Arg('F') f = 'x'", 'right'],
    ["@Arg('F') f = 1", 'right'],
    ["@Arg('F') f: number = 1", 'right'],
    ["@Arg({ description: 'F', minimum: 5 }) f = 1", 'start'],
    ["@Arg('F') f = new Date()", 'compile'],
    ["@Arg({ description: 'F', items: 'string' }) f: string[] = ['a']", 'right'],
    ["@Arg({ description: 'F', items: 'string' }) f = []", 'compile'],
    ["@Arg('F') readonly f!: string", 'right'],
  ],
  Null: [
    ["@Arg({ description: 'F', type: 'string', nullable: true }) f!: string | null", 'right'],
    ["@Arg('F') f!: string | null", 'compile'],
    ["@Arg({ description: 'F', nullable: true }) f!: string", 'compile'],
    ["@Arg({ description: 'F', nullable: false }) f!: string | null", 'compile'],
    ["@Arg({ description: 'F', type: 'number', nullable: true, optional: true }) f?: number | null", 'right'],
    ["@Arg({ description: 'F', optional: true }) f?: number | null", 'compile'],
    ["@Arg({ description: 'F', items: 'string' }) f!: (string | null)[]", 'compile'],
    ["@Arg({ description: 'F', enum: SIZES, nullable: true }) f!: 's' | 'm' | null", 'right'],
    ["@Arg({ description: 'F', type: () => Point, nullable: true }) f!: Point | null", 'right'],
  ],
  'Literals and enums': [
    ["@Arg({ description: 'F', enum: ['a', 'b'] }) f!: 'a' | 'b'", 'right'],
    ["@Arg('F') f!: 'a' | 'b'", 'compile'],
    ["@Arg('F') f!: 'a'", 'compile'],
    ["@Arg({ description: 'F', enum: ['a'] }) f!: 'a' | 'b'", 'compile'],
    ["@Arg({ description: 'F', enum: ['a', 'b', 'c'] }) f!: 'a' | 'b'", 'compile'],
    ["@Arg({ description: 'F', enum: [1, 2] }) f!: 1 | 2", 'right'],
    ["@Arg('F') f!: 1 | 2", 'compile'],
    ["@Arg({ description: 'F', enum: ['1', '2'] }) f!: 1 | 2", 'compile'],
    ["@Arg('F') f!: true", 'compile'],
    ["@Arg({ description: 'F', enum: [true] }) f!: true", 'right'],
    ["@Arg({ description: 'F', enum: ['a', 1] }) f!: 'a' | 1", 'right'],
    ["@Arg({ description: 'F', enum: ['a', 'b'] }) f!: string", 'right'],
    ["@Arg({ description: 'F', enum: [1, 2] }) f!: string", 'compile'],
    ["@Arg({ description: 'F', enum: SIZES }) f!: (typeof SIZES)[number]", 'right'],
    ["@Arg({ description: 'F', enum: LOOSE }) f!: 's' | 'm'", 'compile'],
    ["@Arg({ description: 'F', enum: Level }) f!: Level", 'right'],
    ["@Arg('F') f!: Level", 'compile'],
    ["@Arg({ description: 'F', enum: [Level.Low] }) f!: Level", 'compile'],
    ["@Arg({ description: 'F', enum: ['low', 'high'] }) f!: Level", 'right'],
    ["@Arg({ description: 'F', enum: Grade }) f!: Grade", 'right'],
    ["@Arg('F') f!: Grade", 'compile'],
    ["@Arg({ description: 'F', enum: Level }) f!: Grade", 'compile'],
    ["@Arg({ description: 'F', enum: Mixed }) f!: Mixed", 'right'],
    ["@Arg({ description: 'F', enum: [Flat.A, Flat.B] }) f!: Flat", 'right'],
    ["@Arg({ description: 'F', enum: Tone }) f!: Tone", 'right'],
    ["@Arg({ description: 'F', enum: Level }) f = Level.Low", 'right'],
    ["@Arg('F') f!: `v${number}`", 'compile'],
    ["@Arg({ description: 'F', pattern: /^v\\d+$/ }) f!: `v${number}`", 'right'],
    ["@Arg('F') f!: string | number", 'compile'],
    [
      "@Arg({ description: 'F', schema: { anyOf: [{ type: 'string' }, { type: 'number' }] } }) f!: string | number",
      'right',
    ],
  ],
  Rules: [
    ["@Arg({ description: 'F', minLength: 1, pattern: '^a' }) f!: string", 'right'],
    ["@Arg({ description: 'F', minimum: 1 }) f!: string", 'compile'],
    ["@Arg({ description: 'F', minLength: 1 }) f!: number", 'compile'],
    ["@Arg({ description: 'F', minItems: 1 }) f!: string", 'compile'],
    ["@Arg({ description: 'F', pattern: 'x' }) f!: boolean", 'compile'],
    ["@Arg({ description: 'F', items: 'string' }) f!: string", 'compile'],
    ["@Arg({ description: 'F', values: 'string' }) f!: string[]", 'compile'],
    ["@Arg({ description: 'F', format: 'emial' }) f!: string", 'start'],
    ["@Arg({ description: 'F', minLenght: 1 }) f!: string", 'compile'],
    ["@Arg({ description: 'F', minimum: 5, maximum: 3 }) f!: number", 'start'],
    ["@Arg({ description: 'F', example: 1 }) f!: string", 'start'],
  ],
  Arrays: [
    ["@Arg({ description: 'F', items: 'string' }) f!: string[]", 'right'],
    ["@Arg({ description: 'F', items: 'string' }) f!: readonly string[]", 'right'],
    ["@Arg('F') f!: string[]", 'compile'],
    ["@Arg({ description: 'F', type: 'array' }) f!: string[]", 'compile'],
    ["@Arg({ description: 'F', items: 'number' }) f!: string[]", 'compile'],
    ["@Arg({ description: 'F', items: { type: 'string', minimum: 1 } }) f!: string[]", 'compile'],
    ["@Arg({ description: 'F', items: { type: 'string', minLenght: 1 } }) f!: string[]", 'compile'],
    ["@Arg({ description: 'F', items: { enum: ['a', 'b'] } }) f!: ('a' | 'b')[]", 'right'],
    ["@Arg({ description: 'F', items: 'string' }) f!: ('a' | 'b')[]", 'compile'],
    ["@Arg({ description: 'F', items: { enum: ['a'] } }) f!: ('a' | 'b')[]", 'compile'],
    ["@Arg({ description: 'F', items: { type: 'array', items: 'number' } }) f!: number[][]", 'right'],
    ["@Arg({ description: 'F', items: 'number' }) f!: number[][]", 'compile'],
    ["@Arg({ description: 'F', items: 'string' }) f!: [string, string]", 'compile'],
    ["@Arg({ description: 'F', items: { enum: Level }, uniqueItems: true }) f!: Level[]", 'right'],
    ["@Arg({ description: 'F', items: () => Point }) f!: Point[]", 'right'],
    ["@Arg({ description: 'F', items: () => Base }) f!: Point[]", 'compile'],
  ],
  'Objects and classes': [
    ["@Arg('F') f!: Point", 'right'],
    ["@Arg({ description: 'F', type: () => Point }) f!: Point", 'right'],
    ["@Arg({ description: 'F', type: () => Base }) f!: Point", 'compile'],
    ["@Arg({ description: 'F', type: () => Point }) f!: string", 'compile'],
    ["@Arg({ description: 'F', type: () => Point }) f = new Point()", 'start'],
    ["@Arg('F') f!: Plain", 'start'],
    ["@Arg({ description: 'F', type: 'object' }) f!: Plain", 'compile'],
    ["@Arg('F') f!: Bare", 'start'],
    ["@Arg({ description: 'F', values: 'number' }) f!: Record<string, number>", 'right'],
    ["@Arg('F') f!: Record<string, number>", 'compile'],
    ["@Arg({ description: 'F', type: 'object' }) f!: Record<string, number>", 'compile'],
    ["@Arg({ description: 'F', type: 'object' }) f!: Record<string, unknown>", 'right'],
    ["@Arg({ description: 'F', values: 'string' }) f!: Record<string, number>", 'compile'],
    ["@Arg({ description: 'F', values: () => Point }) f!: Record<string, Point>", 'right'],
    [
      "@Arg({ description: 'F', values: { type: 'array', items: 'string' } }) f!: Record<string, string[]>",
      'right',
    ],
    ["@Arg({ description: 'F', values: 'number' }) f!: Point", 'compile'],
  ],
  'Inheritance and generics': [
    ["class _ extends Base { @Arg('F') f!: number }", 'right'],
    ["class _ extends Base { @Arg({ description: 'F', minLength: 2 }) declare a: string }", 'right'],
    ["class _ extends Base { @Arg('F') f?: number }", 'compile'],
    ["class _<T> extends ToolArguments { @Arg({ description: 'F', items: 'string' }) f!: T[] }", 'compile'],
    ["class _<T> extends ToolArguments { @Arg({ description: 'F', schema: {} }) f!: T }", 'compile'],
  ],
  'What JSON cannot carry': [
    ["@Arg('F') f!: Date", 'compile'],
    ["@Arg({ description: 'F', schema: { type: 'string' } }) f!: Date", 'compile'],
    ["@Arg('F') f!: Map<string, number>", 'compile'],
    ["@Arg('F') f!: Set<string>", 'compile'],
    ["@Arg('F') f!: bigint", 'compile'],
    ["@Arg('F') f!: Buffer", 'compile'],
    ["@Arg('F') f!: Uint8Array", 'compile'],
    ["@Arg('F') f!: Promise<string>", 'compile'],
    ["@Arg('F') f!: symbol", 'compile'],
    ["@Arg('F') f!: () => void", 'compile'],
    ["@Arg('F') f!: RegExp", 'compile'],
    ["@Arg('F') f!: URL", 'compile'],
    ["@Arg({ description: 'F', items: 'string' }) f!: Date[]", 'compile'],
  ],
  'Where it stands': [
    ["@Arg('F') get f(): string { return '' }", 'compile'],
    ["@Arg('F') static f: string", 'compile'],
    ["@Arg('F') private f!: string", 'compile'],
    ["@Arg('F') f(): string { return '' }", 'compile'],
  ],
  'Beside class-validator': [
    ['@IsEmail() f!: string', 'start'],
    ["@Arg('F') @MaxLength(3) @MinLength(1) f!: string", 'right'],
    ["@Arg({ description: 'F', maxLength: 2 }) @MaxLength(3) f!: string", 'right'],
    ["@Arg('F') @IsInt() @Min(1) @Max(9) f!: number", 'right'],
    ["@Arg('F') @IsPositive() f = 1", 'right'],
    ["@Arg('F') @IsEmail() f!: string", 'right'],
    ["@Arg('F') @IsIn(['a', 'b']) f!: string", 'right'],
    ["@Arg('F') @Matches(/^a/) f!: string", 'right'],
    [
      "@Arg({ description: 'F', items: 'string' }) @ArrayMaxSize(2) @MaxLength(3, { each: true }) f!: string[]",
      'right',
    ],
    ["@Arg('F') @ValidateIf(() => false) @MaxLength(3) f!: string", 'right'],
    ["@Arg('F') @MaxLength(3) f?: string", 'compile'],
    ["@Arg('F') @MaxLength(3) f = 'abcd'", 'start'],
  ],
  'Defaults that change': [
    ["@Arg('F') f = Math.random()", 'start'],
    ["@Arg('F') f = Date.now()", 'start'],
    ["@Arg('F') f = new Date().toISOString()", 'start'],
    ["@Arg('F') f: string = randomUUID()", 'start'],
    ["@Arg({ description: 'F', items: 'string' }) f: string[] = [randomUUID()]", 'start'],
  ],
  Explicit: [
    ["@Explicit('DELETE') f!: 'DELETE'", 'right'],
    ["@Explicit('DELETE') f!: string", 'right'],
    ["@Explicit('DELETE') f!: 'DELTE'", 'compile'],
    ["@Explicit('DELETE') f?: 'DELETE'", 'compile'],
    ["@Explicit('DELETE') f!: number", 'compile'],
  ],
};
