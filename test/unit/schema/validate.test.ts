import {
  IsIn,
  IsInt,
  Length,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { Transform } from 'class-transformer';
import { Arg, ToolArguments } from '../../../src/index';
import { validateArguments } from '../../../src/embed';

class Point extends ToolArguments {
  @Arg('Across') x!: number;
}

class Sample extends ToolArguments {
  @Arg({ description: 'A name', minLength: 1, maxLength: 5 }) name!: string;
  @Arg('A switch') loud = true;
  @Arg({ description: 'Words', items: 'string', optional: true }) words?: string[];
  @Arg({ description: 'A count', type: 'integer', optional: true }) count?: number;
  @Arg({ description: 'A point', type: () => Point, optional: true }) point?: Point;
  @Arg({ description: 'A password', secret: true, optional: true, maxLength: 3 }) password?: string;
}

async function problemsOf(raw: unknown) {
  const checked = await validateArguments(Sample, raw);
  return checked.ok ? [] : checked.problems;
}

test('valid arguments become an instance of the class, nested ones too', async () => {
  const checked = await validateArguments(Sample, { name: 'ada', point: { x: 1 } });
  if (!checked.ok) throw new Error('refused');
  expect(checked.args).toBeInstanceOf(Sample);
  expect((checked.args as Sample).point).toBeInstanceOf(Point);
  expect((checked.args as Sample).loud).toBe(true);
  expect(JSON.parse(JSON.stringify(checked.args))).toEqual({ name: 'ada', loud: true, point: { x: 1 } });
});

test('every problem of a call is reported at once, with its place, the value and what is allowed', async () => {
  const problems = await problemsOf({ nmae: 'x', loud: 'maybe', words: ['a', 2], count: 1.5, point: {} });
  expect(problems.map((problem) => problem.field).sort()).toEqual([
    'count',
    'loud',
    'name',
    'nmae',
    'point.x',
    'words[1]',
  ]);
  expect(problems.find((problem) => problem.field === 'nmae')).toMatchObject({ nearest: 'name' });
  expect(problems.find((problem) => problem.field === 'words[1]')).toMatchObject({
    received: '2 (number)',
    allowed: 'string',
  });
});

test('one valid example comes with a refusal', async () => {
  const checked = await validateArguments(Sample, {});
  expect(checked).toMatchObject({ ok: false, example: { name: 'name' } });
});

class Place extends ToolArguments {
  @Arg({ description: 'A city', type: 'string', example: 'Lisbon' }) city!: string;
  @Arg({ description: 'A street', type: 'string' }) street!: string;
}

class Trip extends ToolArguments {
  @Arg({ description: 'Where it begins', type: () => Place }) from!: Place;
  @Arg({ description: 'Where it goes', items: () => Place }) stops!: Place[];
  @Arg({ description: 'Where it ends', type: () => Place, nullable: true }) to!: Place | null;
  @Arg({ description: 'Who travels', type: 'string', example: 'Ann' }) who!: string;
}

test('an example in a refusal has what `example` states, in nested classes too', async () => {
  const place = { city: 'Lisbon', street: 'street' };
  expect(await validateArguments(Trip, {})).toMatchObject({
    example: { from: place, stops: [place], to: place, who: 'Ann' },
  });
});

test('strings that hold exactly the wanted JSON are repaired, and the repair is reported', async () => {
  const checked = await validateArguments(Sample, {
    name: '5',
    loud: 'false',
    words: '["a"]',
    count: '3',
    point: '{"x":1}',
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked));
  expect(JSON.parse(JSON.stringify(checked.args))).toEqual({
    name: '5',
    loud: false,
    words: ['a'],
    count: 3,
    point: { x: 1 },
  });
  expect(checked.repairs.map((repair) => repair.field).sort()).toEqual(['count', 'loud', 'point', 'words']);
});

test.each([
  ['a boolean in other words', { loud: 'yes' }],
  ['a boolean with a capital', { loud: 'True' }],
  ['a fraction for an integer', { count: '1.5' }],
  ['an object for an array', { words: '{"a":1}' }],
  ['an array for an object', { point: '[1]' }],
  ['an array itself where an object is declared', { point: [{ x: 1 }] }],
  ['null where it is not declared', { count: null }],
])('%s is not repaired', async (_what, wrong) =>
  expect(await problemsOf({ name: 'a', ...wrong })).toHaveLength(1),
);

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the key %s is refused as unknown',
  async (key) => {
    const raw = JSON.parse(`{"name":"a","${key}":{"x":1}}`) as unknown;
    expect((await problemsOf(raw)).map((problem) => problem.field)).toEqual([key]);
  },
);

test.each([[[]], ['text'], [null], [3]])(
  'arguments that are %p instead of an object are refused',
  async (raw) => {
    expect(await problemsOf(raw)).toHaveLength(1);
  },
);

test('a secret is never repeated in a problem', async () => {
  expect(JSON.stringify(await problemsOf({ name: 'a', password: 'hunter2' }))).not.toContain('hunter2');
});

test('lengths count characters, not UTF-16 units', async () => {
  expect(await problemsOf({ name: '👍👍👍👍👍' })).toEqual([]);
  expect(await problemsOf({ name: '👍👍👍👍👍👍' })).toHaveLength(1);
});

test('assigning an invalid value throws and leaves the old one', async () => {
  const args = await Sample.from({ name: 'ada', point: { x: 1 } });
  expect(() => {
    args.name = 'far too long';
  }).toThrow(/Sample\.name must have at most 5 characters/);
  expect(args.name).toBe('ada');
  expect(() => {
    args.point!.x = 'no' as unknown as number;
  }).toThrow(/Point\.x/);
  args.name = 'eve';
  expect(args.name).toBe('eve');
  const point = (await Point.from({ x: 3 })) as Point;
  args.point = point;
  expect(args.point.x).toBe(3);
});

test('an optional field may be emptied again, a required one may not', async () => {
  const args = await Sample.from({ name: 'ada', point: { x: 1 } });
  args.point = undefined as unknown as Point;
  expect(args.point).toBeUndefined();
  expect(() => {
    args.name = undefined as unknown as string;
  }).toThrow(/Sample\.name/);
  expect(args.name).toBe('ada');
});

test('a validated instance is spread, copied and printed like any other', async () => {
  const args = await Point.from({ x: 3 });
  expect({ ...args }).toEqual({ x: 3 });
  expect(structuredClone({ ...args })).toEqual({ x: 3 });
  expect(JSON.stringify(args)).toBe('{"x":3}');
  expect(args).toBeInstanceOf(Point);
});

test('private members and fields without @Arg work on a validated instance', async () => {
  class Counting extends ToolArguments {
    @Arg('A name') name!: string;
    readonly made = ['kept'];
    #calls = 0;
    call(): number {
      return ++this.#calls;
    }
  }
  const args = await Counting.from({ name: 'a' });
  expect([args.call(), args.call(), args.made]).toEqual([1, 2, ['kept']]);
  expect(() => {
    args.name = 3 as unknown as string;
  }).toThrow(/Counting\.name/);
});

describe('private members alone', () => {
  class Counting extends ToolArguments {
    @Arg('A name') name!: string;
    #calls = 0;
    call(): number {
      return ++this.#calls;
    }
  }
  class Secretive extends ToolArguments {
    @Arg('A name') name!: string;
    #hidden(): string {
      return `hidden ${this.name}`;
    }
    show(): string {
      return this.#hidden();
    }
  }
  class Inheriting extends Counting {
    @Arg('A place') place!: string;
  }

  test('fields work, guarded assignments too', async () => {
    const args = await Counting.from({ name: 'a' });
    expect([args.call(), args.call()]).toEqual([1, 2]);
    expect(() => {
      args.name = 3 as unknown as string;
    }).toThrow(/Counting\.name/);
  });

  test('methods see what was assigned later', async () => {
    const args = await Secretive.from({ name: 'a' });
    args.name = 'b';
    expect(args.show()).toBe('hidden b');
  });

  test('inherited ones work', async () => {
    const args = await Inheriting.from({ name: 'a', place: 'b' });
    expect([args.call(), args.place]).toEqual([1, 'b']);
  });
});

describe('an author’s own class-validator and class-transformer decorators', () => {
  @ValidatorConstraint({ async: true })
  class NotTaken implements ValidatorConstraintInterface {
    async validate(value: string): Promise<boolean> {
      return value !== 'taken';
    }
    defaultMessage(): string {
      return 'is taken already';
    }
  }

  class Ruled extends ToolArguments {
    @Arg('A code') @Length(2, 4) code!: string;
    @Arg('A number') @IsInt() number!: number;
    @Arg('A handle') @Validate(NotTaken) handle = 'free';
    @Arg({ description: 'Loud', optional: true })
    @Transform(({ value }) => String(value).toUpperCase())
    shout?: string;
  }

  test('hold as well, asynchronous ones too, all at once', async () => {
    const checked = await validateArguments(Ruled, { code: 'x', number: 1.5, handle: 'taken' });
    if (checked.ok) throw new Error('accepted');
    expect(checked.problems.map((problem) => problem.field).sort()).toEqual(['code', 'handle', 'number']);
  });

  test('transform what they are on', async () => {
    const args = await Ruled.from({ code: 'abc', number: 1, shout: 'hey' });
    expect(args.shout).toBe('HEY');
  });

  test('guard assignments too', async () => {
    const args = await Ruled.from({ code: 'abc', number: 1 });
    expect(() => {
      args.code = 'x';
    }).toThrow(/at least 2 characters/);
    expect(args.code).toBe('abc');
  });

  describe('that transform', () => {
    class Inner extends ToolArguments {
      @Arg('A city') @Transform(({ value }) => (value as string).trim()) @Length(2, 20) city!: string;
    }
    class Pay extends ToolArguments {
      @Arg('A reference') @Transform(({ value }) => (value as string).trim()) ref!: string;
      @Arg({ description: 'An amount', minimum: 1 }) amount!: number;
      @Arg('A currency')
      @Transform(({ value }) => (value as string).toUpperCase())
      @IsIn(['EUR', 'USD'])
      currency = 'EUR';
      @Arg({ description: 'Where', type: () => Inner, optional: true }) where?: Inner;
    }

    test.each([5, null, [], {}, true])('are not asked about %j, which the schema refused', async (wrong) => {
      const checked = await validateArguments(Pay, {
        ref: wrong,
        amount: 0,
        currency: 'gbp',
        where: { city: wrong },
      });
      expect(!checked.ok && checked.problems.map(({ field }) => field)).toEqual(
        expect.arrayContaining(['ref', 'amount', 'where.city']),
      );
    });

    test('have the rules beside them judge what they make, not what was sent', async () => {
      expect(await Pay.from({ ref: ' a ', amount: 1, currency: 'usd' })).toMatchObject({
        ref: 'a',
        currency: 'USD',
      });
      const checked = await validateArguments(Pay, { ref: 'a', amount: 1, currency: 'gbp' });
      expect(!checked.ok && checked.problems.map(({ field }) => field)).toEqual(['currency']);
    });
  });

  test('a schema problem is not told twice', async () => {
    const checked = await validateArguments(Ruled, { code: 'abc', number: 'many' });
    expect(!checked.ok && checked.problems.filter((problem) => problem.field === 'number')).toHaveLength(1);
  });
});

test('a class under free keys makes one instance a key', async () => {
  class Part extends ToolArguments {
    @Arg('How many') itemCount!: number;
  }
  class Whole extends ToolArguments {
    @Arg({ description: 'By name', values: () => Part }) byName!: Record<string, Part>;
  }
  const whole = await Whole.from({ by_name: { a: { item_count: 1 }, b: { item_count: 2 } } });
  expect(whole.byName['a']).toBeInstanceOf(Part);
  expect(whole.byName['b']!.itemCount).toBe(2);
});

test('a nullable field is refused for the rule that its value breaks, as one that is not nullable', async () => {
  class Plain extends ToolArguments {
    @Arg({ description: 'A day', format: 'date' }) day!: string;
    @Arg({ description: 'Seats', type: 'integer', minimum: 1, maximum: 9 }) seats!: number;
    @Arg({ description: 'A name', minLength: 2, maxLength: 4 }) name!: string;
    @Arg({ description: 'A code', pattern: '^[A-Z]+$' }) code!: string;
    @Arg({ description: 'Steps', type: 'number', multipleOf: 5 }) steps!: number;
  }
  class Nullable extends ToolArguments {
    @Arg({ description: 'A day', format: 'date', type: 'string', nullable: true }) day!: string | null;
    @Arg({ description: 'Seats', type: 'integer', minimum: 1, maximum: 9, nullable: true })
    seats!: number | null;
    @Arg({ description: 'A name', type: 'string', minLength: 2, maxLength: 4, nullable: true })
    name!: string | null;
    @Arg({ description: 'A code', type: 'string', pattern: '^[A-Z]+$', nullable: true })
    code!: string | null;
    @Arg({ description: 'Steps', type: 'number', multipleOf: 5, nullable: true }) steps!: number | null;
  }
  for (const args of [
    { day: '31.12.2026', seats: 12, name: 'x', code: 'a', steps: 3 },
    { day: '2026-02-31', seats: 0, name: 'xxxxx', code: '', steps: 0.5 },
  ]) {
    const [plain, nullable] = await Promise.all([Plain, Nullable].map((cls) => validateArguments(cls, args)));
    expect(!plain!.ok && plain!.problems).toHaveLength(5);
    expect(nullable).toMatchObject({ ok: false, problems: !plain!.ok && plain!.problems });
  }
  const wrong = await validateArguments(Nullable, { day: 5, seats: 'x', name: [], code: true, steps: {} });
  expect(!wrong.ok && wrong.problems.map(({ message }) => message)).toEqual(
    ['string', 'integer', 'string', 'string', 'number'].map((type) => `must be ${type} or null`),
  );
});
