import {
  ArrayUnique,
  IsAlpha,
  IsByteLength,
  IsNotIn,
  Validate,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { Arg } from '../../../src/decorators';
import { ToolArguments } from '../../../src/arguments';
import { validateArguments } from '../../../src/schema/validate';
import type { ArgsClass } from '../../../src/metadata';

// Like many a rule, it presumes that what it is asked about is a text.
@ValidatorConstraint()
class BeginsWithX implements ValidatorConstraintInterface {
  validate(value: string): boolean {
    return value.startsWith('x');
  }

  defaultMessage(): string {
    return '$property must begin with x';
  }
}

class Deep extends ToolArguments {
  @Arg('Code')
  @Validate(BeginsWithX)
  deepCode!: string;
}

class Part extends ToolArguments {
  @Arg('Code')
  @Validate(BeginsWithX)
  partCode!: string;

  @Arg({ description: 'Deeper', type: () => Deep, optional: true })
  inMore?: Deep;
}

class Whole extends ToolArguments {
  @Arg({ description: 'One', type: () => Part, optional: true })
  onePart?: Part;

  @Arg({ description: 'One, as class-validator wants it', type: () => Part, optional: true })
  @ValidateNested()
  asked?: Part;

  @Arg({ description: 'One or none', type: () => Part, nullable: true, optional: true })
  orNone?: Part | null;

  @Arg({ description: 'Several', items: () => Part, optional: true })
  allParts?: Part[];

  @Arg({ description: 'By name', values: () => Part, optional: true })
  byName?: Record<string, Part>;

  @Arg({ description: 'Code', optional: true })
  @Validate(BeginsWithX)
  code?: string;

  @Arg({ description: 'Letters', optional: true })
  @IsAlpha()
  letters?: string;
}

const problems = async (raw: object, cls: ArgsClass = Whole): Promise<string[]> => {
  const checked = await validateArguments(cls, raw);
  return checked.ok ? [] : checked.problems.map(({ field, message }) => `${field} ${message}`);
};

const bad = { part_code: 'bad' };
const good = { part_code: 'x1' };

test.each<[object, string[]]>([
  [{ one_part: bad }, ['one_part.part_code must begin with x']],
  [{ asked: bad }, ['asked.part_code must begin with x']],
  [{ or_none: bad }, ['or_none.part_code must begin with x']],
  [{ or_none: null }, []],
  [{ all_parts: [good, bad] }, ['all_parts[1].part_code must begin with x']],
  [{ by_name: { a: good, b: bad } }, ['by_name.b.part_code must begin with x']],
  [
    { one_part: { ...good, in_more: { deep_code: 'bad' } } },
    ['one_part.in_more.deep_code must begin with x'],
  ],
  [{ one_part: good, asked: good, all_parts: [good], by_name: { a: good } }, []],
])(
  'rules of nested classes hold without @ValidateNested, each once, by wire names: %j',
  async (raw, told) => {
    expect(await problems(raw)).toEqual(told);
  },
);

test('a rule is not asked about an optional field that is absent', async () => {
  expect(await problems({})).toEqual([]);
  expect(await problems({ letters: 'abc' })).toEqual([]);
});

test('a rule is not asked about what the schema refuses, and cannot hide that', async () => {
  const told = await problems({ code: { a: 1 }, letters: '12', one_part: { part_code: ['no'] } });
  expect(told.map((problem) => problem.split(' ')[0])).toEqual(['one_part.part_code', 'code', 'letters']);
  expect(told[2]).toMatch(/letters/);
});

test('what a tool assigns to a nested field is judged by the rules of its class', async () => {
  const checked = await validateArguments(Whole, { one_part: good });
  const args = (checked as { args: Whole }).args;
  expect(() => (args.onePart = { partCode: 'bad' } as Part)).toThrow(/must begin with x/);
  expect(() => (args.allParts = [{ partCode: 'x' }, { partCode: 'bad' }] as Part[])).toThrow(/\[1\]/);
  args.onePart = { partCode: 'x2' } as Part;
  expect(args.onePart.partCode).toBe('x2');
});

describe('the example in a refusal', () => {
  @ValidatorConstraint({ async: true })
  class Known implements ValidatorConstraintInterface {
    async validate(value: string): Promise<boolean> {
      return Promise.resolve(value === 'known');
    }
  }

  @ValidatorConstraint()
  class Throws implements ValidatorConstraintInterface {
    validate(): boolean {
      throw new Error('no such place');
    }
  }

  class Free extends ToolArguments {
    @Arg('Code')
    @IsAlpha()
    code!: string;
  }

  class Bound extends ToolArguments {
    @Arg('Code')
    @Validate(BeginsWithX)
    code!: string;
  }

  class Stated extends ToolArguments {
    @Arg({ description: 'Code', example: 'x1' })
    @Validate(BeginsWithX)
    code!: string;
  }

  class Looked extends ToolArguments {
    @Arg('Code')
    @Validate(Known)
    code!: string;
  }

  class Failing extends ToolArguments {
    @Arg('Code')
    @Validate(Throws)
    code!: string;
  }

  class Around extends ToolArguments {
    @Arg({ description: 'Inner', type: () => Bound })
    inner!: Bound;
  }

  test.each<[string, ArgsClass, object | undefined]>([
    ['is made where no rule is against it', Free, { code: 'code' }],
    ['is what the author states', Stated, { code: 'x1' }],
    ['is left out where a rule is against it', Bound, undefined],
    ['is left out where a rule that takes its time is against it', Looked, undefined],
    ['is left out where a rule throws', Failing, undefined],
    ['is left out where a rule of a nested class is against it', Around, undefined],
  ])('%s', async (_, cls, example) => {
    for (const raw of [{}, 'none', { code: 1, inner: 1 }])
      expect(await validateArguments(cls, raw)).toEqual({
        ok: false,
        problems: expect.anything(),
        ...(example && { example }),
      });
  });
});

describe('what a rule says names its field once', () => {
  class Said extends ToolArguments {
    @Arg({ description: 'Many', items: 'string', optional: true })
    @IsAlpha('en-US', { each: true })
    manyWords?: string[];

    @Arg({ description: 'Different', items: 'string', optional: true })
    @ArrayUnique()
    allDifferent?: string[];

    @Arg({ description: 'Short', optional: true })
    @IsByteLength(1, 2)
    shortText?: string;

    @Arg({ description: 'In its own words', optional: true })
    @IsNotIn(['bad'], { message: 'own_words must not be bad' })
    ownWords?: string;

    @Arg({ description: 'In other words', optional: true })
    @IsNotIn(['bad'], { message: 'Say something else' })
    otherWords?: string;
  }

  test.each<[object, string]>([
    [{ many_words: ['a', '1'] }, 'many_words (each value) must contain only letters (a-zA-Z)'],
    [{ all_different: ['a', 'a'] }, 'all_different must have no element twice'],
    [{ short_text: 'long' }, 'short_text byte length must fall into (1, 2) range'],
    [{ own_words: 'bad' }, 'own_words must not be bad'],
    [{ other_words: 'bad' }, 'other_words Say something else'],
  ])('%j', async (raw, said) => {
    expect(await problems(raw, Said)).toEqual([said]);
  });
});
