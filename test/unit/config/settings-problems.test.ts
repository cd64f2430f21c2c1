import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MaxLength } from 'class-validator';
import { AuthorErrors } from '../../../src/author-problems';
import { openApp } from '../../../src/embed';
import { Arg, defineApp, Setting } from '../../../src/index';
import { temporaryDirectory } from '../../support/temporary-directory';

class Mail {
  @Arg('The host') hostName = 'localhost';
  @Arg({ description: 'The password', secret: true, optional: true }) password?: string;
}

class Sound {
  @Arg({ description: 'Mail', type: () => Mail }) mail = new Mail();
  @Arg({ description: 'By name', values: () => Mail }) named: Record<string, Mail> = {};
  @Arg({ description: 'All', items: () => Mail }) all: Mail[] = [];
  @Arg({ description: 'Words', items: 'string' }) words: string[] = [];
}

// Each with one mistake of an author, and what is said of it.
const WRONG: Record<string, readonly [() => new () => object, RegExp]> = {
  'an array without items': [
    () => {
      class Wrong {
        @Arg('Who' as never) list: string[] = [];
      }
      return Wrong;
    },
    /Wrong\.list: is an array.*items/,
  ],
  'limits that cross': [
    () => {
      class Wrong {
        @Arg({ description: 'A word', minLength: 5, maxLength: 1 }) word!: string;
      }
      return Wrong;
    },
    /Wrong\.word: has a minLength of 5 above its maxLength of 1/,
  ],
  'a default that breaks its rule': [
    () => {
      class Wrong {
        @Arg({ description: 'A port', maximum: 10 }) port = 25;
      }
      return Wrong;
    },
    /Wrong\.port: has the default 25, which must be at most 10/,
  ],
  'a default that breaks a rule of class-validator': [
    () => {
      class Wrong {
        @Arg('A word') @MaxLength(2) word = 'long';
      }
      return Wrong;
    },
    /Wrong\.word: has the default "long"/,
  ],
  'no @Arg at all': [
    () => {
      class Wrong {
        word = 'a';
      }
      return Wrong;
    },
    /Wrong: is a class of settings without @Arg/,
  ],
  'a rule without @Arg': [
    () => {
      class Wrong {
        @Arg('A word') word = 'a';
        @MaxLength(2) other = 'b';
      }
      return Wrong;
    },
    /Wrong\.other: has class-validator rules and no @Arg/,
  ],
  'no description': [
    () => {
      class Wrong {
        @Arg(' ') word = 'a';
      }
      return Wrong;
    },
    /Wrong\.word: has no description/,
  ],
  'a section that is not stated': [
    () => {
      class Wrong {
        @Arg('Mail') mail: Mail = new Mail();
      }
      return Wrong;
    },
    /Wrong\.mail: is of the class Mail.*type: \(\) => Mail/,
  ],
  'a class that contains itself': [
    () => {
      class Wrong {
        @Arg({ description: 'Inner', type: () => Wrong, optional: true }) inner?: object;
      }
      return Wrong;
    },
    /Wrong: contains itself/,
  ],
  'a constructor that throws': [
    () => {
      class Wrong {
        @Arg('A word') word = 'a';
        constructor() {
          throw new Error('no clock');
        }
      }
      return Wrong;
    },
    /class (?:Wrong|Outer): failed: no clock/,
  ],
  'an option that is taken': [
    () => {
      class Wrong {
        @Arg('A word') @Setting({ option: 'prefix' }) word = 'a';
      }
      return Wrong;
    },
    /(?:Wrong|Outer\.inner)\.word: would be the option --prefix/,
  ],
  'the same name twice': [
    () => {
      class Wrong {
        @Arg('A word') @Setting({ option: 'one' }) myWord = 'a';
        @Arg({ description: 'Another', name: 'my_word' }) @Setting({ option: 'two' }) other = 'b';
      }
      return Wrong;
    },
    /Wrong\.other: has the same name/,
  ],
};

// Where the class with the mistake is: the settings themselves, or a class that they lead to.
const PLACES: Record<string, (wrong: new () => object) => new () => object> = {
  'the class itself': (wrong) => wrong,
  'a section': (wrong) => {
    class Outer {
      @Arg({ description: 'A section', type: () => wrong, optional: true }) inner?: object;
    }
    return Outer;
  },
  'the entries of a map': (wrong) => {
    class Outer {
      @Arg({ description: 'A map', values: () => wrong }) inner: Record<string, object> = {};
    }
    return Outer;
  },
  'the items of a list': (wrong) => {
    class Outer {
      @Arg({ description: 'A list', items: () => wrong }) inner: object[] = [];
    }
    return Outer;
  },
};

async function verified(settings: new () => object, yaml = ''): Promise<string> {
  const cwd = temporaryDirectory('tw-settings');
  const args = yaml === '' ? [] : ['--config', 'own.yaml'];
  writeFileSync(join(cwd, 'own.yaml'), yaml);
  try {
    const open = await openApp(defineApp({ name: 'notes', settings, packs: ['utility'] }), {
      cwd,
      args,
      env: {},
    });
    try {
      await open.verify();
    } finally {
      await open.close();
    }
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const cases = Object.keys(WRONG).flatMap((what) =>
  Object.keys(PLACES).map((where) => [what, where] as const),
);

test.each(cases)('verify() finds %s in %s', async (what, where) => {
  const [make, said] = WRONG[what]!;
  const found = await verified(PLACES[where]!(make()));
  // The entries of a map and the items of a list are no options of their own.
  if (what === 'an option that is taken' && /map|list/.test(where)) expect(found).toBe('');
  else if (what === 'no @Arg at all' && where !== 'the class itself')
    expect(found).toMatch(/Outer\.inner: .*no @Arg/);
  else expect(found).toMatch(said);
});

test('sound settings pass, with and without a file', async () => {
  expect(await verified(Sound)).toBe('');
  expect(await verified(Sound, 'settings: { all: [{ host_name: a }] }')).toBe('');
});

test('several mistakes are told together with those of tools', async () => {
  class Two {
    @Arg('Who' as never) list: string[] = [];
    @Arg({ description: 'A port', maximum: 10 }) port = 25;
  }
  expect(await verified(Two)).toMatch(/2 problems:\n- Two\.list: [^]*\n- Two\.port: /);
});

test('a default of the app that breaks a rule of its setting is found', async () => {
  const app = defineApp({
    name: 'notes',
    packs: ['utility'],
    config: { timeout: -5, answers: { budget: -1 } },
  });
  const opened = openApp(app, { cwd: temporaryDirectory('tw-settings'), env: {} });
  const problems = await opened.catch((error: unknown) => error);
  expect(problems).toBeInstanceOf(AuthorErrors);
  const said = (problems as AuthorErrors).message;
  expect(said).toMatch(/config\.timeout of defineApp: must be at least 0, got -5/);
  expect(said).toMatch(/config\.answers\.budget of defineApp: must be at least 0, got -1/);
});

test.each<[object, string]>([
  [{ consnt: 'ask' }, "config.consnt of defineApp: is not a known setting. Write 'consent'."],
  [{ log: { levle: 'debug' } }, "config.log.levle of defineApp: is not a known setting. Write 'level'."],
  [
    { tools: { write_file: { alowed_paths: ['/tmp'] } } },
    "config.tools.write_file.alowed_paths of defineApp: is not a known setting. Write 'allowedPaths'.",
  ],
  [{ zebra: 1 }, 'config.zebra of defineApp: is not a known setting. Known here: prefix, '],
])('a default of %j gets the suggestion that the file would get', async (config, message) => {
  const app = defineApp({ name: 'notes', config });
  const opened = openApp(app, { cwd: temporaryDirectory('tw-settings'), env: {} });
  await expect(opened).rejects.toThrow(message);
});

test('a mistyped option of @Setting is refused with its place', async () => {
  class Own {
    @Setting({ varable: 'COLOUR', caseless: 'yes' } as never)
    @Arg({ description: 'A colour', type: 'string' })
    colour = 'red';
  }
  expect(await verified(Own)).toContain(
    "2 problems:\n- Own.colour: has the unknown option 'varable'. Did you mean 'variable'?\n" +
      "- Own.colour: has caseless: 'yes', which is not true or false.",
  );
});

test('settings that are no class are refused where they are given', () => {
  expect(() => defineApp({ settings: new Sound() as never })).toThrow(
    /defineApp: has settings that are no class/,
  );
});

test('items of a list of objects are instances of their class, with its defaults', async () => {
  const cwd = temporaryDirectory('tw-settings');
  writeFileSync(join(cwd, 'own.yaml'), 'settings: { all: [{ host_name: a }, {}] }\n');
  const app = defineApp<Sound>({ name: 'notes', settings: Sound, packs: ['utility'] });
  const open = await openApp(app, { cwd, args: ['--config', 'own.yaml'], env: {} });
  await open.close();
  const { all } = open.config.settings as Sound;
  expect(all.map(({ hostName }) => hostName)).toEqual(['a', 'localhost']);
  expect(all[0]).toBeInstanceOf(Mail);
});
