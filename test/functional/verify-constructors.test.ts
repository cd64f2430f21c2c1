import { defineApp, Prompt, Resource, Tool } from '../../src/index';
import { openApp, type EmbedOptions } from '../../src/embed';
import type { App } from '../../src/app/app';

class Db {
  constructor() {
    throw new Error('the database is locked');
  }
}

class Book {
  static inject = [Db];
  constructor(readonly db: Db) {}
}

@Tool({ description: 'List the books.', inject: [Book] })
class ListBooks {
  constructor(readonly book: Book) {}
  run(): string {
    return String(this.book);
  }
}

@Tool({ description: 'Lend a book.', inject: [Book] })
class LendBook extends ListBooks {}

@Prompt({ description: 'Praise a book.', inject: [Book] })
class PraiseBook {
  constructor(readonly book: Book) {}
  render(): string {
    return String(this.book);
  }
}

@Resource({ uri: 'a://book', description: 'A book.', inject: [Db] })
class OneBook {
  constructor(readonly db: Db) {}
  read(): string {
    return String(this.db);
  }
}

async function problemOf(app: App, options: EmbedOptions = {}): Promise<string> {
  const open = await openApp(app, { env: {}, cwd: '/', ...options });
  try {
    return await open.verify().then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
  } finally {
    await open.close();
  }
}

describe('a constructor that throws', () => {
  test.each([
    ['tool', 'ListBooks', { tools: [ListBooks] }],
    ['prompt', 'PraiseBook', { prompts: [PraiseBook] }],
    ['resource', 'OneBook', { resources: [OneBook] }],
  ])(
    'is told with its class and place, where a %s needs it: everything is bound',
    async (_kind, name, own) => {
      const problem = await problemOf(defineApp(own));
      expect(problem).toMatch(
        new RegExp(
          `/verify-constructors\\.test\\.ts:\\d+: the constructor of Db, which ${name} needs, threw: the database is locked\\. Make sure that what it needs is there, or catch the error in it\\.$`,
        ),
      );
      expect(problem).not.toContain('Bind');
    },
  );

  test('is told once, however many need it', async () => {
    const app = defineApp({ tools: [ListBooks, LendBook], prompts: [PraiseBook], resources: [OneBook] });
    const problem = await problemOf(app);
    expect(problem.split('\n')).toHaveLength(1);
    expect(problem).toContain('Db, which ListBooks needs, threw');
  });

  test('of the tool itself is told as such', async () => {
    @Tool({ description: 'Broken.' })
    class Broken {
      constructor() {
        throw new Error('no disk.');
      }
      run(): string {
        return '';
      }
    }
    expect(await problemOf(defineApp({ tools: [Broken] }))).toMatch(
      /:\d+: the constructor of Broken threw: no disk\. Make sure/,
    );
  });

  test('with what has no stack, and a factory that throws, are told by the class that needs them', async () => {
    const thrown: unknown = 'locked';
    @Tool({ description: 'Broken.', inject: ['disk'] })
    class Broken {
      constructor(readonly disk: string) {}
      run(): string {
        return this.disk;
      }
    }
    const withFactory = (factory: () => never): App =>
      defineApp({ tools: [Broken], services: (container) => void container.set({ id: 'disk', factory }) });
    const bare = withFactory(() => {
      throw thrown;
    });
    const placed = withFactory(() => {
      throw new Error('no disk');
    });
    expect(await problemOf(bare)).toMatch(
      /^Broken: cannot be made: what it is made of threw: locked\. Make sure/,
    );
    expect(await problemOf(placed)).toMatch(
      /Broken: cannot be made: what it is made of threw \(.*verify-constructors\.test\.ts:\d+\): no disk\. Make sure/,
    );
  });
});
