import { isRegExp } from './any-realm';
import { isObject } from './json-value';

/** Something wrong in options, in words for their author. */
export interface OptionMistake {
  /** The option that it is about or inside of, or the one that was meant. */
  readonly option: string;
  readonly what: string;
  readonly cure: string;
}

/** What kind of value an option takes. */
export interface OptionKind<T = unknown> {
  /** The kind in words, to follow "which is not". */
  readonly is: string;
  /** How to write a value of this kind. */
  readonly cure: string;
  /** Whether only certain words are taken, so that another one is unknown rather than of a wrong kind. */
  readonly isWord?: boolean;
  fits(value: unknown): boolean;
  /** Returns what is wrong inside a value that fits, found at this path. */
  inside?(value: unknown, path: string): readonly OptionMistake[];
  /** For the compiler only: the type of the values, so that a table of kinds can't differ from its interface. */
  readonly values?: T;
}

/** The kind of value of every option of an interface: one that is missing here, or that is none, doesn't compile. */
export type OptionKinds<T> = { readonly [K in keyof T]-?: OptionKind<Exclude<T[K], undefined>> };

/** A text. */
export const aText: OptionKind<string> = {
  is: 'a string',
  cure: 'Write a string.',
  fits: (value) => typeof value === 'string',
};

/** A switch. */
export const aFlag: OptionKind<boolean> = {
  is: 'true or false',
  cure: 'Write true or false, without quotes.',
  fits: (value) => typeof value === 'boolean',
};

/** Any number that JSON can say. */
export const aNumber: OptionKind<number> = {
  is: 'a number',
  cure: 'Write a number, without quotes.',
  fits: Number.isFinite,
};

/** How many of something. */
export const aCount: OptionKind<number> = {
  is: 'a whole number from 0 up',
  cure: 'Write a whole number from 0 up, without quotes.',
  fits: (value) => Number.isInteger(value) && (value as number) >= 0,
};

/** A list of texts. */
export const texts: OptionKind<readonly string[]> = {
  is: 'a list of strings',
  cure: "Write strings in brackets, such as ['a', 'b'].",
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** A pattern, or its source. */
export const aPattern: OptionKind<RegExp | string> = {
  is: 'a pattern',
  cure: 'Write a regular expression, or its source as a string.',
  fits: (value) => typeof value === 'string' || isRegExp(value),
};

/** A class, whose own mistakes are found elsewhere. */
export const aClass: OptionKind<never> = {
  is: 'a class',
  cure: 'Name the class itself.',
  fits: (value) => typeof value === 'function',
};

/** A function. */
export const aFunction: OptionKind<never> = { ...aClass, is: 'a function', cure: 'Write a function.' };

/** A list of functions. */
export const functions: OptionKind<never> = {
  is: 'a list of functions',
  cure: 'Write functions in brackets, such as [myFunction].',
  fits: (value) => Array.isArray(value) && value.every((item) => typeof item === 'function'),
};

/** An object whose keys are not ours to know. */
export const anObject: OptionKind<never> = {
  is: 'an object',
  cure: 'Write an object, in braces.',
  fits: isObject,
};

/** A JSON Schema, whose keywords are judged elsewhere; what validates by itself, such as a zod schema, is none. */
export const aSchema: OptionKind<never> = {
  is: 'a JSON Schema',
  cure: "Write one as a plain object, such as { type: 'object', properties: { … } }; of a schema of zod, z.toJSONSchema(schema, { io: 'input' }).",
  fits: (value) => isObject(value) && !validates(value),
};

// What zod makes of a schema is plain JSON Schema, and carries a hidden `~standard` too.
function validates(value: object): boolean {
  if ('_def' in value || '_zod' in value) return true;
  return '~standard' in value && Object.getOwnPropertyDescriptor(value, '~standard')?.enumerable !== false;
}

/** A list of what is judged elsewhere. */
export const aList: OptionKind<never> = {
  is: 'a list',
  cure: 'Write a list, in brackets.',
  fits: Array.isArray,
};

/** What is judged elsewhere, or can't be wrong. */
export const anything: OptionKind<never> = { is: 'a value', cure: '', fits: () => true };

/** A limit of so many units, which 0 lifts. */
export const aLimit = (units: string): OptionKind<number> => ({
  is: 'a number from 0 up',
  cure: `Use ${units}, or 0 for no limit.`,
  fits: (value) => typeof value === 'number' && value >= 0,
});

/** One of certain words. */
export const aWord = <const W extends string>(words: readonly W[]): OptionKind<W> => ({
  is: `one of ${words.join(', ')}`,
  cure: `Use one of ${words.join(', ')}.`,
  isWord: true,
  fits: (value) => words.includes(value as W),
});
