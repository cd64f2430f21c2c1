import type { ArgOptions } from '../metadata';

/** What is wrong with an option that `@Arg` does not have, and what to write instead where it is misspelt or other libraries call it so. */
export type UnknownOption<Name extends string> = Name extends keyof Instead
  ? `has the unknown option ${Name}: ${Instead[Name]}`
  : [Meant<Name>] extends [never]
    ? `has the unknown option ${Name}`
    : `has the unknown option ${Name}: did you mean ${Meant<Name>}?`;

// The option with the same letters, whichever of them are capitals and in whichever of the usual wrong orders.
type Meant<Name extends string> = keyof {
  [K in keyof ArgOptions as Lowercase<K> extends Corrected<Lowercase<Name>> ? K : never]: K;
};

type Corrected<Name extends string> = Name extends `${infer Before}lenght`
  ? `${Before}length`
  : Name extends `${infer Before}s`
    ? Name | Before
    : Name | `${Name}s`;

interface Instead {
  required: 'a field is required unless it states optional: true';
  default: 'write the default after the field, as in count = 3';
  defaultValue: 'write the default after the field, as in count = 3';
  max: 'state maximum, maxLength or maxItems';
  min: 'state minimum, minLength or minItems';
  length: 'state minLength and maxLength';
  regex: 'state pattern';
  desc: 'state description';
  choices: 'state enum';
  options: 'state enum';
  oneOf: 'state enum, or schema for other alternatives';
  each: 'state items';
  isArray: 'state items';
}
