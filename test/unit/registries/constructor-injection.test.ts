import { Container, ContainerInstance, Token } from 'typedi';
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
    /Noted: has constructor parameters without recorded types.*@Tool\(\{ inject: \[Store\] \}\)/,
  ],
  ['too little', { inject: [Store] }, /Noted: has 3 constructor parameters and states 1 in inject/],
  ['what is not loaded yet', { inject: [Store, undefined, 'x'] }, /Noted: states undefined in inject\[1\]/],
])('a class that states %s says what to state', async (_name, stated, message) => {
  class Noted extends FirstNote {}
  Object.defineProperty(Noted, 'length', { value: 3 });
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
