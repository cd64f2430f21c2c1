import { Container, ContainerInstance, Inject, Service, Token } from 'typedi';
import { Tool, type ToolClass } from '../../../src/index';
import { ToolRegistry, type CallOutcome } from '../../../src/embed';

class Disk {
  read(): string {
    return 'milk';
  }
}

// As esbuild, tsx and standard decorators leave it: no types are recorded, since the class has no decorator here.
class Store {
  static inject = [Disk];
  constructor(private readonly disk: Disk) {}
  first(): string {
    return this.disk.read();
  }
}

const LIMIT = new Token<number>('limit');

class FirstNote {
  constructor(
    private readonly store: Store,
    private readonly limit: number,
    private readonly title: string,
  ) {}
  run(): string {
    return `${this.title}: ${this.store.first().slice(0, this.limit)}`;
  }
}

const textOf = ({ result }: CallOutcome): unknown =>
  (result as { content?: { text?: string }[] }).content?.[0]?.text ?? result;

const called = async (cls: ToolClass, container?: ContainerInstance): Promise<unknown> =>
  textOf(
    await new ToolRegistry([cls], { prefix: '', ...(container && { container }) }).call('first_note', {}),
  );

test('stated tokens are injected where the compiler recorded nothing: classes, names, and tokens, services in turn', async () => {
  class Noted extends FirstNote {}
  Tool({ name: 'first_note', description: 'First.', inject: [Store, LIMIT, 'title'] })(Noted);
  const container = new ContainerInstance('injection-test');
  container.set(LIMIT, 3);
  container.set('title', 'Note');
  expect(await called(Noted, container)).toBe('Note: mil');
  expect(Container.has(Store)).toBe(false);
});

test.each([
  [
    'nothing',
    {},
    /Noted: has constructor parameters without recorded types.*@Tool\(\{ inject: \[ClassOfStore, ClassOfLimit, ClassOfTitle\] \}\)/,
  ],
  ['too little', { inject: [Store] }, /Noted: has 3 constructor parameters and states 1 in inject/],
  ['what is not loaded yet', { inject: [Store, undefined, 'x'] }, /Noted: states undefined in inject\[1\]/],
])('a class that states %s says what to state', async (_name, stated, message) => {
  class Noted extends FirstNote {
    constructor(store: Store, limit: number, title: string) {
      super(store, limit, title);
    }
  }
  Tool({ name: 'first_note', description: 'First.', ...(stated as object) })(Noted);
  expect(JSON.stringify(await called(Noted))).toMatch(message);
});

test('a service that depends on itself is told', async () => {
  class Circle {
    static inject: unknown[] = [];
    constructor(readonly other: object) {}
  }
  Circle.inject = [Circle];
  class Round {
    constructor(readonly circle: Circle) {}
    run(): string {
      return String(this.circle);
    }
  }
  Tool({ name: 'first_note', description: 'First.', inject: [Circle] })(Round);
  expect(JSON.stringify(await called(Round))).toContain('depends on itself (Round → Circle → Circle)');
});

test('the compiler refuses tokens that do not fit the constructor', () => {
  class Ring {
    constructor(readonly store: Store) {}
    run(): string {
      return this.store.first();
    }
  }
  Tool({ description: 'Right.', inject: [Store] })(Ring);
  // @ts-expect-error -- a Disk is no Store
  Tool({ description: 'Wrong.', inject: [Disk] })(Ring);
  // @ts-expect-error -- the Store is missing
  Tool({ description: 'Wrong.', inject: [] })(Ring);
  expect(Ring.length).toBe(1);
});

describe('a service without a decorator', () => {
  const problemOf = async (service: unknown): Promise<string> => {
    class Noted {
      constructor(readonly given: object) {}
      run(): string {
        return String(this.given);
      }
    }
    Tool({ name: 'first_note', description: 'First.', inject: [service as typeof Disk] })(Noted);
    return JSON.stringify(await called(Noted));
  };

  test('says why nothing is recorded, and what to state for its own parameters', async () => {
    class Shelf {
      constructor(
        readonly disk: Disk,
        readonly _noteStore: Store,
      ) {}
    }
    const problem = await problemOf(Shelf);
    expect(problem).toContain('Shelf: has constructor parameters without recorded types (disk, _noteStore)');
    expect(problem).toContain('the class carries no decorator');
    expect(problem).toContain('`static inject = [ClassOfDisk, ClassOfNoteStore]`');
    expect(problem).toContain('container.set(Shelf, new Shelf(…))');
    expect(problem).not.toContain('emitDecoratorMetadata');
  });

  test('is shown no stand-ins where its parameters have no plain names', async () => {
    class Mirror {
      constructor(
        readonly mirror: object,
        { a }: { a: number },
      ) {
        void a;
      }
    }
    expect(await problemOf(Mirror)).toContain('`static inject = […]`');
  });
});

describe('typedi’s @Service()', () => {
  class Plain {
    readonly n = 1;
  }

  @Service()
  class Kept {
    constructor(readonly plain: Plain) {}
  }

  @Service('named')
  class Named {
    constructor(readonly kept: Kept) {}
  }

  @Tool({ name: 'first_note', description: 'First.' })
  class UsesKept {
    constructor(
      private readonly kept: Kept,
      @Inject('named') private readonly named: Named,
    ) {}
    run(): string {
      return `${this.kept.plain.n} ${this.named.kept === this.kept}`;
    }
  }

  test('on a service is enough where types are recorded, and nothing is added to the global container', async () => {
    expect(await called(UsesKept)).toBe('1 true');
    expect(Container.has(Plain)).toBe(false);
  });

  test('with a name that a class states is made with its services', async () => {
    class Noted {
      constructor(private readonly named: Named) {}
      run(): string {
        return String(this.named.kept.plain.n);
      }
    }
    Tool({ name: 'first_note', description: 'First.', inject: ['named'] as never })(Noted);
    expect(await called(Noted)).toBe('1');
  });

  test('without recorded types asks for them in our words', async () => {
    class Bare {
      constructor(readonly disk: Disk) {}
    }
    Service()(Bare);
    class Noted {
      constructor(readonly bare: Bare) {}
      run(): string {
        return String(this.bare);
      }
    }
    Tool({ name: 'first_note', description: 'First.', inject: [Bare] })(Noted);
    const problem = JSON.stringify(await called(Noted));
    expect(problem).toMatch(
      /Bare: has constructor parameters without recorded types \(disk\): tsc records types only with/,
    );
    expect(problem).toContain('static inject = [ClassOfDisk]');
  });

  test('that takes what cannot be made is reported in our words', async () => {
    @Service()
    class Lost {
      constructor(readonly url: string) {}
    }
    @Tool({ name: 'first_note', description: 'First.' })
    class Noted {
      constructor(
        readonly lost: Lost,
        @Inject('nobody') readonly other: string,
      ) {}
      run(): string {
        return this.other;
      }
    }
    const problem = JSON.stringify(await called(Noted));
    expect(problem).toContain('Lost: has a constructor parameter (number 1) whose type is not a class');
    expect(problem).not.toContain('Container.set');
  });

  test('@Inject of what nobody set is reported in our words', async () => {
    @Tool({ name: 'first_note', description: 'First.' })
    class Noted {
      constructor(@Inject('nobody') readonly other: string) {}
      run(): string {
        return this.other;
      }
    }
    const problem = JSON.stringify(await called(Noted));
    expect(problem).toContain(
      "Noted: cannot be made: 'nobody' is not in the container. Set it in `services`",
    );
  });

  test('services that depend on each other are told', async () => {
    class Two {
      static inject: unknown[] = [];
      constructor(readonly one: object) {}
    }
    class One {
      constructor(readonly two: Two) {}
    }
    Reflect.defineMetadata('design:paramtypes', [Two], One);
    Service()(One);
    Two.inject = [One];
    class Noted {
      constructor(readonly one: One) {}
      run(): string {
        return String(this.one);
      }
    }
    Tool({ name: 'first_note', description: 'First.', inject: [One] })(Noted);
    expect(JSON.stringify(await called(Noted))).toContain('depends on itself (Noted → One → Two → One)');
  });
});
