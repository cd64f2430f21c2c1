import { ARG_ACCESSES } from '../base/access';
import { isObject } from '../base/json-value';
import {
  aCount,
  aFlag,
  aSchema,
  aNumber,
  anything,
  aPattern,
  aText,
  aWord,
  type OptionKind,
  type OptionKinds,
} from '../base/option-kind';
import { wrongOptions } from '../base/wrong-options';
import type { ArgOptions, ItemOptions, Returns, TypeRef, ValueRules } from '../metadata';

const TYPES = ['string', 'number', 'integer', 'boolean', 'object'] as const;

function aType<W extends string>(words: readonly W[]): OptionKind<W | TypeRef> {
  const word = aWord<W | (TypeRef & string)>(words);
  return {
    ...word,
    cure: `Use one of ${words.join(', ')}, or a class as \`() => Point\`.`,
    fits: (value) => typeof value === 'function' || word.fits(value),
  };
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const anEnum: OptionKind<NonNullable<ValueRules['enum']>> = {
  is: 'a list of strings, numbers or booleans',
  cure: "Write the allowed values in brackets, such as ['low', 'high'], or name a TypeScript enum.",
  fits: (value) =>
    (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [{}]).every(isPlain),
};

const aTypeAlone = aType(TYPES);

// The type of what a list or a map holds, or options for it.
const anInnerType: OptionKind<TypeRef | ItemOptions> = {
  ...aTypeAlone,
  fits: (value) => isObject(value) || aTypeAlone.fits(value),
  inside: (value, path) =>
    isObject(value) ? wrongOptions(value, ITEM_OPTIONS, { path, defined: 'all' }) : [],
};

const ITEM_OPTIONS: OptionKinds<ItemOptions> = {
  type: aType([...TYPES, 'array']),
  enum: anEnum,
  minLength: aCount,
  maxLength: aCount,
  pattern: aPattern,
  format: aText,
  minimum: aNumber,
  maximum: aNumber,
  exclusiveMinimum: aNumber,
  exclusiveMaximum: aNumber,
  multipleOf: aNumber,
  minItems: aCount,
  maxItems: aCount,
  uniqueItems: aFlag,
  items: anInnerType,
  values: anInnerType,
};

/** The options of `@Arg`. */
export const ARG_OPTIONS: OptionKinds<ArgOptions> = {
  description: aText,
  name: aText,
  ...ITEM_OPTIONS,
  optional: aFlag,
  nullable: aFlag,
  schema: aSchema,
  access: aWord(ARG_ACCESSES),
  secret: aFlag,
  header: aText,
  example: anything,
};

/** The options of `@Explicit`. */
export const EXPLICIT_OPTIONS: OptionKinds<Pick<ArgOptions, 'description' | 'name'>> = {
  description: aText,
  name: aText,
};

const RETURNED_OPTIONS = { ...ITEM_OPTIONS, schema: aSchema };

/** What a tool returns: a type, or options for it. */
export const RETURNS: OptionKind<Returns> = {
  ...anInnerType,
  inside: (value, path) =>
    isObject(value) ? wrongOptions(value, RETURNED_OPTIONS, { path, defined: 'all' }) : [],
};
