import { inspect } from 'node:util';
import { Type } from 'class-transformer';
import { MaxLength } from 'class-validator';
import { Arg, ToolArguments } from '../../../src/index';
import { schemaOf, validateArguments } from '../../../src/embed';

class Point extends ToolArguments {
  @Arg('Across') x!: number;
  @Arg({ description: 'A label', optional: true, maxLength: 3 }) shortLabel?: string;
}

class PlainPoint {
  @Arg('Across') x!: number;
  @Arg({ description: 'A label', optional: true, maxLength: 3 }) shortLabel?: string;
}

class Everything extends ToolArguments {
  @Arg({ description: 'A name', minLength: 1 }) name!: string;
  @Arg({ description: 'A note', optional: true }) note?: string;
  @Arg({ description: 'How many', type: 'integer' }) count = 3;
  @Arg({ description: 'Words', items: 'string' }) words: string[] = ['a'];
  @Arg({ description: 'A point', type: () => Point, optional: true }) point?: Point;
  @Arg({ description: 'Points', items: () => Point }) points: Point[] = [];
  @Arg({ description: 'By name', values: () => PlainPoint, optional: true }) byName?: Record<
    string,
    PlainPoint
  >;

  get shout(): string {
    return this.name.toUpperCase();
  }
}

class WithPrivates extends ToolArguments {
  #secret = 1;
  @Arg('A name') name!: string;
  @Arg({ description: 'A note', optional: true }) note?: string;
  bump(): number {
    return ++this.#secret;
  }
}

class PlainWithPrivates {
  #secret = 1;
  @Arg('A name') name!: string;
  @Arg({ description: 'A note', optional: true }) note?: string;
  bump(): number {
    return ++this.#secret;
  }
}

const seen = new WeakMap<object, string>();
class WithConstructor extends ToolArguments {
  @Arg('A name') name!: string;
  @Arg({ description: 'A note', optional: true }) note?: string;
  helper: number[];
  constructor() {
    super();
    this.helper = [1];
    seen.set(this, 'seen');
  }
  get known(): string | undefined {
    return seen.get(this);
  }
}

class WithRules extends ToolArguments {
  @Arg('A name') @MaxLength(5) name!: string;
  @Arg({ description: 'A note', optional: true }) note?: string;
}

class WithTransforms extends ToolArguments {
  @Arg('A name') name!: string;
  @Arg({ description: 'When', format: 'date-time' }) @Type(() => Date) when!: string;
  @Arg({ description: 'A note', optional: true }) note?: string;
}

type Named = { name: string; note?: string } & Record<string, unknown>;

const KINDS: readonly [string, new () => { name: string }, Record<string, unknown>][] = [
  ['a class of fields', Everything, {}],
  ['private members', WithPrivates, {}],
  ['private members without the base class', PlainWithPrivates, {}],
  ['a constructor', WithConstructor, {}],
  ['class-validator rules', WithRules, {}],
  ['class-transformer', WithTransforms, { when: '2026-01-01T00:00:00Z' }],
];

async function parsed<T>(cls: new () => T & object, raw: Record<string, unknown>): Promise<T> {
  const checked = await validateArguments(cls, raw);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return checked.args as T;
}

describe.each(KINDS)('a parsed instance of a class with %s', (_kind, cls, extra) => {
  const make = async () => (await parsed(cls, { name: 'abc', ...extra })) as unknown as Named;

  test('has no key for an optional argument that was not sent', async () => {
    const args = await make();
    expect('note' in args).toBe(false);
    expect(Object.keys(args)).not.toContain('note');
    expect({ ...args }).not.toHaveProperty('note');
    expect(JSON.parse(JSON.stringify(args))).not.toHaveProperty('note');
    expect(args.note).toBeUndefined();
  });

  test('shows its values when it is logged', async () => {
    const text = inspect(await make());
    expect(text).toContain(`name: 'abc'`);
    expect(text).toContain(cls.name);
    expect(text).not.toMatch(/Getter|Setter|Proxy|undefined/);
  });

  test('refuses undeclared properties and wrong values, and takes right ones', async () => {
    const args = await make();
    expect(() => (args['nmae'] = 'x')).toThrow(`${cls.name} has no field 'nmae'; did you mean name?`);
    expect(() => (args.note = 5 as never)).toThrow(`${cls.name}.note must be a string`);
    args.note = 'new';
    expect(args.note).toBe('new');
    expect(Object.keys(args)).toContain('note');
    args.note = undefined as never;
    expect('note' in args).toBe(false);
    expect(() => delete (args as Partial<Named>).name).toThrow(/required/);
    expect(args.name).toBe('abc');
  });

  test('is an instance of its class', async () => {
    expect(await make()).toBeInstanceOf(cls);
  });
});

describe.each(KINDS.filter(([, cls]) => cls.prototype instanceof ToolArguments))(
  '`new` of a class with %s',
  (_kind, cls) => {
    test('is guarded like a parsed instance', () => {
      const args = new cls() as unknown as Named;
      expect('note' in args).toBe(false);
      expect('name' in args).toBe(false);
      args.name = 'abc';
      expect(() => (args.name = 5 as never)).toThrow(
        `${cls.name}.name must be a string; the old value stays`,
      );
      expect(() => (args['nmae'] = 'x')).toThrow(`${cls.name} has no field 'nmae'`);
      expect(() => Object.assign(args, { nmae: 1 })).toThrow(/has no field/);
      expect(args.name).toBe('abc');
      expect(inspect(args)).toContain(`name: 'abc'`);
    });
  },
);

describe('nested instances', () => {
  test('are guarded and without absent keys, in fields, lists and maps', async () => {
    const args = await parsed(Everything, {
      name: 'n',
      point: { x: 1 },
      points: [{ x: 2, short_label: 'abc' }],
      by_name: { a: { x: 3 } },
    });
    expect(inspect(args)).toContain('point: Point { x: 1 }');
    for (const point of [args.point!, args.points[0]!, args.byName!['a']!]) {
      expect(() => (point.shortLabel = 'long')).toThrow(/shortLabel must have at most 3 characters/);
      expect(() => ((point as unknown as Named)['y'] = 1)).toThrow(/has no field 'y'/);
    }
    expect(Object.keys(args.point!)).toEqual(['x']);
    expect(JSON.parse(JSON.stringify(args))).toEqual({
      name: 'n',
      count: 3,
      words: ['a'],
      point: { x: 1 },
      points: [{ x: 2, shortLabel: 'abc' }],
      byName: { a: { x: 3 } },
    });
  });

  test('a plain object that is assigned becomes one, under its TypeScript names', async () => {
    const args = await parsed(Everything, { name: 'n' });
    args.point = { x: 1, shortLabel: 'ab' };
    expect(args.point).toBeInstanceOf(Point);
    expect(() => (args.point!.x = 'far' as never)).toThrow(/Point\.x must be a number/);
    expect(() => (args.point = { x: 1, y: 2 } as never)).toThrow(
      /Everything\.point .*y.*the old value stays/,
    );
    expect(() => (args.points = [{ x: 1 }, {} as never])).toThrow(/Everything\.points .*x/);
    args.points = [{ x: 4 }];
    expect(args.points[0]).toBeInstanceOf(Point);
  });

  test('defaults are made anew for each instance, and guarded too', async () => {
    class Outer extends ToolArguments {
      @Arg({ description: 'A point', type: () => Point }) point = Object.assign(new Point(), { x: 1 });
      @Arg({ description: 'Words', items: 'string' }) words: string[] = [];
    }
    const [first, second] = [await parsed(Outer, {}), await parsed(Outer, {})];
    first.words.push('x');
    first.point.x = 9;
    expect(second).toEqual({ point: { x: 1 }, words: [] });
    expect(() => (second.point.x = 'far' as never)).toThrow(/Point\.x must be a number/);
  });
});

test('private members, constructors and accessors see the guarded instance', async () => {
  expect((await parsed(WithPrivates, { name: 'n' })).bump()).toBe(2);
  expect(new WithPrivates().bump()).toBe(2);
  expect((await parsed(PlainWithPrivates, { name: 'n' })).bump()).toBe(2);
  const constructed = await parsed(WithConstructor, { name: 'n' });
  expect(constructed.known).toBe('seen');
  expect(constructed.helper).toEqual([1]);
  constructed.helper = [2];
  expect(constructed.helper).toEqual([2]);
  expect((await parsed(Everything, { name: 'n' })).shout).toBe('N');
});

test('a class that only generated facts complete is guarded by them, and until then by its names', () => {
  class Listing extends ToolArguments {
    @Arg('Items' as never) items!: string[];
  }
  const before = new Listing();
  before.items = [1 as never];
  expect(() => ((before as unknown as Named)['itmes'] = [])).toThrow(/has no field 'itmes'/);
  const facts = {
    Listing: {
      items: { schema: { type: 'array' as const, items: { type: 'string' as const } }, optional: false },
    },
  };
  expect(schemaOf(Listing, facts).required).toEqual(['items']);
  void validateArguments(Listing, {}, { facts });
  expect(() => (new Listing().items = [1 as never])).toThrow(/Listing\.items .*must be a string/);
});
