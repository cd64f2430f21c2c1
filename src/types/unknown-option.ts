/** What is wrong with an option that `@Arg` does not have, and what to write instead where other libraries call it so. */
export type UnknownOption<Name extends string> = Name extends keyof Instead
  ? `has the unknown option ${Name}: ${Instead[Name]}`
  : `has the unknown option ${Name}`;

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
