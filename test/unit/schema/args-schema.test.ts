import { Arg, Explicit, ToolArguments } from '../../../src/index';
import { schemaOf } from '../../../src/embed';

enum Colour {
  Red = 'red',
  Blue = 'blue',
}

class Point extends ToolArguments {
  @Arg('Across') x!: number;
  @Arg({ description: 'Down', optional: true }) y?: number;
}

class Everything extends ToolArguments {
  @Arg({ description: 'A name', minLength: 1, maxLength: 10, pattern: /^[a-z]+$/ }) firstName!: string;
  @Arg({ description: 'A whole number', type: 'integer', minimum: 0, maximum: 9 }) count!: number;
  @Arg('A switch') loud = true;
  @Arg({ description: 'Words', items: 'string', maxItems: 3, uniqueItems: true }) words: string[] = [];
  @Arg({ description: 'A colour', enum: Colour }) colour!: Colour;
  @Arg({ description: 'A level', enum: ['low', 'high'] }) level!: 'low' | 'high';
  @Arg({ description: 'A point', type: () => Point }) point!: Point;
  @Arg({ description: 'Points', items: () => Point, optional: true }) points?: Point[];
  @Arg({ description: 'Perhaps', type: 'string', nullable: true }) perhaps!: string | null;
  @Arg({ description: 'When', format: 'date-time' }) when!: string;
  @Arg({ description: 'Who', format: 'email', name: 'e-mail' }) who!: string;
  @Arg({ description: 'By key', values: 'integer' }) byKey: Record<string, number> = {};
  @Explicit('DO_IT') explicitAction!: 'DO_IT';
}

const schema = schemaOf(Everything);

test('every rule an author states is in the schema, under its wire name', () => {
  expect(schema.properties['first_name']).toEqual({
    type: 'string',
    minLength: 1,
    maxLength: 10,
    pattern: '^[a-z]+$',
    description: 'A name',
  });
  expect(schema.properties['count']).toEqual({
    type: 'integer',
    minimum: 0,
    maximum: 9,
    description: 'A whole number',
  });
  expect(schema.properties['words']).toMatchObject({
    type: 'array',
    items: { type: 'string' },
    maxItems: 3,
    uniqueItems: true,
  });
  expect(schema.properties['colour']).toMatchObject({ type: 'string', enum: ['red', 'blue'] });
  expect(schema.properties['level']).toMatchObject({ enum: ['low', 'high'] });
  expect(schema.properties['by_key']).toMatchObject({
    type: 'object',
    additionalProperties: { type: 'integer' },
  });
  expect(schema.properties['explicit_action']).toMatchObject({ const: 'DO_IT' });
  expect(schema.properties).toHaveProperty('e-mail');
});

test('a default is the initialiser, stated once', () => {
  expect(schema.properties['loud']).toEqual({ type: 'boolean', description: 'A switch', default: true });
  expect(schema.required).not.toContain('loud');
  expect(schema.required).toContain('first_name');
});

test('G8 what clients reject is not there: references, root unions, type arrays, foreign formats, bare arrays', () => {
  const text = JSON.stringify(schema);
  for (const rejected of ['$ref', '$schema', '$defs', 'definitions', '"type":['])
    expect(text).not.toContain(rejected);
  expect(schema).not.toHaveProperty('anyOf');
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties['perhaps']!.anyOf).toEqual([{ type: 'string' }, { type: 'null' }]);
  expect(schema.properties['when']!.format).toBe('date-time');
  expect(schema.properties['e-mail']).not.toHaveProperty('format');
  expect(schema.properties['e-mail']).toHaveProperty('pattern');
});

test('a nested class is inlined, closed, and described', () => {
  expect(schema.properties['point']).toEqual({
    type: 'object',
    properties: { x: { type: 'number', description: 'Across' }, y: { type: 'number', description: 'Down' } },
    additionalProperties: false,
    required: ['x'],
    description: 'A point',
  });
});

test('a nested class as a default is published under its wire names', () => {
  class Inner extends ToolArguments {
    @Arg('First') firstPart = 'a';
    @Arg({ description: 'Second', optional: true }) secondPart?: string;
  }
  class Outer extends ToolArguments {
    @Arg({ description: 'Inner', type: () => Inner }) inner = new Inner();
  }
  expect(schemaOf(Outer).properties['inner']!.default).toEqual({ first_part: 'a' });
});

test('one schema per class, built once and shared', () => expect(schemaOf(Everything)).toBe(schema));

test('a subclass reads its parents first and never changes them', () => {
  class Parent extends ToolArguments {
    @Arg('One') one!: string;
    @Arg('Two') two: string = 'a';
  }
  class Child extends Parent {
    @Arg({ description: 'Another two', maxLength: 2 }) override two = 'b';
    @Arg('Three') three!: string;
  }
  expect(Object.keys(schemaOf(Child).properties)).toEqual(['one', 'two', 'three']);
  expect(schemaOf(Child).properties['two']).toMatchObject({ maxLength: 2 });
  expect(Object.keys(schemaOf(Parent).properties)).toEqual(['one', 'two']);
  expect(schemaOf(Parent).properties['two']).not.toHaveProperty('maxLength');
});

describe('an author error names class, field and cure', () => {
  test.each<[string, () => unknown, RegExp]>([
    [
      'an array without items',
      () => {
        class Bad extends ToolArguments {
          // @ts-expect-error -- wrong on purpose
          @Arg('Things') things!: string[];
        }
        return schemaOf(Bad);
      },
      /Bad\.things.*array.*items/,
    ],
    [
      'a union without enum',
      () => {
        class Bad extends ToolArguments {
          // @ts-expect-error -- wrong on purpose
          @Arg('Mixed') mixed!: string | number;
        }
        return schemaOf(Bad);
      },
      /Bad\.mixed.*does not record.*schema/,
    ],
    [
      'an empty description',
      () => {
        class Bad extends ToolArguments {
          @Arg(' ') name!: string;
        }
        return schemaOf(Bad);
      },
      /Bad\.name has no description|Bad\.name: has no description/,
    ],
    [
      'an unknown format',
      () => {
        class Bad extends ToolArguments {
          @Arg({ description: 'x', format: 'zip' }) name!: string;
        }
        return schemaOf(Bad);
      },
      /unknown format 'zip'/,
    ],
    [
      'two fields of one wire name',
      () => {
        class Bad extends ToolArguments {
          @Arg('x') fooBar!: string;
          @Arg({ description: 'x', name: 'foo_bar' }) other!: string;
        }
        return schemaOf(Bad);
      },
      /same name on the wire as fooBar/,
    ],
    [
      'a pattern with flags',
      () => {
        class Bad extends ToolArguments {
          @Arg({ description: 'x', pattern: /a/i }) name!: string;
        }
        return schemaOf(Bad);
      },
      /flags 'i'/,
    ],
    [
      'a class that contains itself',
      () => {
        class Bad extends ToolArguments {
          @Arg({ description: 'x', type: () => Bad, optional: true }) inner?: Bad;
        }
        return schemaOf(Bad);
      },
      /contains itself/,
    ],
    [
      'items that state rules and no type',
      () => {
        class Bad extends ToolArguments {
          @Arg({ description: 'x', items: { maxLength: 3 } }) words!: string[];
        }
        return schemaOf(Bad);
      },
      /has items without a type/,
    ],
    [
      'a class that is not loaded yet',
      () => {
        class Bad extends ToolArguments {
          // @ts-expect-error -- wrong on purpose
          @Arg({ description: 'x', type: () => undefined as never }) place!: object;
        }
        return schemaOf(Bad);
      },
      /names a class that is not loaded yet/,
    ],
    [
      'a class without @Arg fields',
      () => {
        class Bare {}
        class Bad extends ToolArguments {
          // @ts-expect-error -- wrong on purpose
          @Arg({ description: 'x', type: () => Bare as never }) place!: Bare;
        }
        return schemaOf(Bad);
      },
      /names Bare as its type, which has no @Arg fields/,
    ],
    [
      '@Arg on a static',
      () => {
        class Bad extends ToolArguments {
          // @ts-expect-error -- wrong on purpose
          @Arg('x') static limit: number;
        }
        return schemaOf(Bad);
      },
      /Bad\.limit.*static/,
    ],
    [
      '@Arg on a getter',
      () => {
        class Bad extends ToolArguments {
          // @ts-expect-error -- wrong on purpose
          @Arg('x') get limit(): number {
            return 1;
          }
        }
        return schemaOf(Bad);
      },
      /Bad\.limit.*getter/,
    ],
    [
      'a class compiled without decorator metadata',
      () => {
        class Bad extends ToolArguments {}
        Arg('x')(Bad.prototype, 'name' as string);
        return schemaOf(Bad);
      },
      /Bad\.name: has no recorded type.*emitDecoratorMetadata.*`type: .string.`/,
    ],
  ])('%s', (_name, make, message) => expect(make).toThrow(message));
});

test('generated type facts fill in what decorators can’t see', () => {
  class Typed extends ToolArguments {
    // @ts-expect-error -- for a project that declares `generated`
    @Arg('Things') things!: string[];
    @Arg('Perhaps') perhaps!: string;
  }
  const facts = {
    Typed: {
      things: { schema: { type: 'array' as const, items: { type: 'string' as const } }, optional: false },
      perhaps: { schema: { type: 'string' as const }, optional: true },
    },
  };
  expect(schemaOf(Typed, facts)).toEqual({
    type: 'object',
    properties: {
      things: { type: 'array', items: { type: 'string' }, description: 'Things' },
      perhaps: { type: 'string', description: 'Perhaps' },
    },
    additionalProperties: false,
    required: ['things'],
  });
});

test('a header is published with its argument, and refused where no client could send it', () => {
  class Routed extends ToolArguments {
    @Arg({ description: 'Where', type: 'string', header: 'Region' }) region!: string;
    @Arg({ description: 'How many', type: 'integer', header: 'Count' }) count = 1;
  }
  expect(schemaOf(Routed).properties).toMatchObject({
    region: { 'x-mcp-header': 'Region' },
    count: { 'x-mcp-header': 'Count' },
  });
  class Odd extends ToolArguments {
    @Arg({ description: 'a', type: 'string', header: 'a b' }) a!: string;
    @Arg({ description: 'b', items: 'string', header: 'B' }) b!: string[];
    @Arg({ description: 'c', type: 'string', header: 'C' }) c!: string;
    @Arg({ description: 'd', type: 'string', header: 'c' }) d!: string;
  }
  expect(() => schemaOf(Odd)).toThrow(
    /Odd\.a.*HTTP can't carry[\s\S]*Odd\.b.*no plain text[\s\S]*Odd\.d.*another field/,
  );
});

describe('a header in a nested class', () => {
  class Place extends ToolArguments {
    @Arg({ description: 'Where', type: 'string', header: 'Region' }) region!: string;
  }

  test('is published, and refused where clients would leave the tool out for it', () => {
    class Nested extends ToolArguments {
      @Arg({ description: 'A place', type: () => Place }) place!: Place;
    }
    expect(schemaOf(Nested).properties).toMatchObject({
      place: { properties: { region: { 'x-mcp-header': 'Region' } } },
    });
    class Listed extends ToolArguments {
      @Arg({ description: 'Places', items: () => Place }) places!: Place[];
    }
    expect(() => schemaOf(Listed)).toThrow(/Listed\.places\.region: has the header 'Region' inside a list/);
    class Twice extends ToolArguments {
      @Arg({ description: 'Where', type: 'string', header: 'region' }) region!: string;
      @Arg({ description: 'A place', type: () => Place }) place!: Place;
    }
    expect(() => schemaOf(Twice)).toThrow(
      /Twice\.place\.region: has the header 'Region', which another field has/,
    );
  });

  test('is no number and never null', () => {
    class Wrong extends ToolArguments {
      @Arg({ description: 'a', type: 'number', header: 'A' }) a!: number;
      @Arg({ description: 'b', type: 'string', nullable: true, header: 'B' }) b!: string | null;
    }
    expect(() => schemaOf(Wrong)).toThrow(/Wrong\.a: has a header[\s\S]*Wrong\.b: has a header/);
  });
});

test('a class whose fields all lack @Arg is refused; one without fields, or with values of its own, is not', () => {
  class Forgotten extends ToolArguments {
    name!: string;
    count?: number;
  }
  class Nothing extends ToolArguments {}
  class Own extends ToolArguments {
    private readonly started = Date.now();
    get age(): number {
      return Date.now() - this.started;
    }
  }
  expect(() => schemaOf(Forgotten)).toThrow(
    /^Forgotten: declares name, count and has no @Arg: .* Put @Arg on/,
  );
  for (const cls of [Nothing, Own]) expect(schemaOf(cls).properties).toEqual({});
});
