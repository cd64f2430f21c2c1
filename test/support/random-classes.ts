import fc from 'fast-check';

/** One field of a class, written twice: with everything stated, and with what the types already say left out. */
export interface RandomField {
  readonly stated: string;
  readonly gapped: string;
}

const limits = (names: readonly [string, string], max: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(max), fc.nat(max), fc.constantFrom('', 'low', 'high', 'both'))
    .map(([a, b, which]) =>
      [
        which === 'low' || which === 'both' ? `, ${names[0]}: ${Math.min(a, b)}` : '',
        which === 'high' || which === 'both' ? `, ${names[1]}: ${Math.max(a, b)}` : '',
      ].join(''),
    );

interface Shape {
  readonly type: string;
  /** What only the stated form says. */
  readonly says: string;
  readonly rules: string;
  /** class-validator decorators. */
  readonly beside: string;
  readonly initial?: string;
}

const words = fc.uniqueArray(fc.constantFrom('low', 'mid', 'high', 'x-1', "it's"), {
  minLength: 2,
  maxLength: 4,
});
const beside = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom('', ...texts);

const strings = fc.record({
  type: fc.constant('string'),
  says: fc.constant(", type: 'string'"),
  rules: limits(['minLength', 'maxLength'], 9),
  beside: beside('@MaxLength(5) ', '@IsNotEmpty() '),
});
const numbers = fc.record({
  type: fc.constant('number'),
  says: fc.constant(", type: 'number'"),
  rules: limits(['minimum', 'maximum'], 50),
  beside: beside('@Max(40) ', '@IsInt() ', '@IsPositive() '),
  initial: fc.constant('25'),
});
const flags = fc.constant<Shape>({
  type: 'boolean',
  says: ", type: 'boolean'",
  rules: '',
  beside: '',
  initial: 'true',
});
const unions = words.map<Shape>((values) => ({
  type: values.map((value) => JSON.stringify(value)).join(' | '),
  says: `, enum: ${JSON.stringify(values)}`,
  rules: '',
  beside: '',
  initial: JSON.stringify(values[0]),
}));
const enums = fc.constantFrom<Shape>(
  { type: 'Level', says: ', enum: Level', rules: '', beside: '' },
  { type: 'Step', says: ', enum: Step', rules: '', beside: '' },
);
const lists = fc
  .tuple(fc.oneof(strings, numbers, unions), limits(['minItems', 'maxItems'], 4), beside('@ArrayMaxSize(3) '))
  .map<Shape & { gaps: string }>(([item, sizes, rules]) => ({
    type: `(${item.type})[]`,
    says: `, items: { ${`${item.says}${item.rules}`.slice(2)} }`,
    gaps: item.rules ? `, items: { ${item.rules.slice(2)} }` : '',
    rules: sizes,
    beside: rules,
    initial: '[]',
  }));
const records = fc.constant<Shape>({
  type: 'Record<string, number>',
  says: ", values: 'number'",
  rules: '',
  beside: '',
});
const nested = fc.nat(2).map<Shape>((index) => ({
  type: `Inner${index}`,
  says: `, type: () => Inner${index}`,
  rules: '',
  beside: '@ValidateNested() ',
}));
const nestedLists = fc.nat(2).map<Shape & { keeps: true }>((index) => ({
  type: `Inner${index}[]`,
  says: `, items: () => Inner${index}`,
  rules: '',
  beside: '@ValidateNested({ each: true }) ',
  keeps: true,
}));

const shapes = fc.oneof(strings, numbers, flags, unions, enums, lists, records, nested, nestedLists);
const presence = fc.constantFrom('required', 'optional', 'nullable', 'both', 'default');

/** A field of any shape: optional, nullable or with a default, with rules of both kinds. */
export const randomField: fc.Arbitrary<(key: string) => RandomField> = fc
  .tuple(shapes, presence, fc.boolean())
  .map(([given, wish, named]) => (key) => {
    const shape = given as Shape & { gaps?: string; keeps?: true };
    const isClass = shape.type.startsWith('Inner');
    const wanted =
      wish === 'default' && (shape.initial === undefined || shape.rules || shape.beside) ? 'required' : wish;
    const optional = wanted === 'optional' || wanted === 'both';
    const nullable = wanted === 'nullable' || wanted === 'both';
    const type = nullable ? `${shape.type} | null` : shape.type;
    const declared =
      wanted === 'default' ? `${key}: ${type} = ${shape.initial}` : `${key}${optional ? '?' : '!'}: ${type}`;
    const base = `description: 'About ${key}'${named ? `, name: 'on_${key}'` : ''}${shape.rules}`;
    const missing = `${optional ? ', optional: true' : ''}${nullable ? ', nullable: true' : ''}`;
    // A manifest holds no classes: those that the compiler does not record have to be named.
    const keeps = shape.keeps === true || (isClass && nullable) ? shape.says : (shape.gaps ?? '');
    // What is stated is stated whole.
    const whole = keeps && nullable ? ', nullable: true' : '';
    return {
      stated: `${shape.beside}@Arg({ ${base}${shape.says}${missing} }) ${declared};`,
      gapped: `${shape.beside}@Arg({ ${base}${keeps}${whole} }) ${declared};`,
    };
  });
