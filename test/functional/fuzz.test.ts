import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validate, ValidatorConstraint, type ValidationArguments } from 'class-validator';
import {
  Arg,
  defineApp,
  defineTool,
  Explicit,
  Result,
  Tool,
  ToolArguments,
  type AppOptions,
  type ToolContext,
} from '../../src/index';
import { fuzz, testClient, type FuzzOptions, type TestOptions } from '../../src/testing/index';
import { temporaryDirectory } from '../support/temporary-directory';

// A fuzz that never reaches `run` proves nothing. These are the reasons why it might not.
let runs = 0;
const ran = (): string => `run ${++runs}`;

@ValidatorConstraint()
class EvenChecksum {
  validate(code: unknown): boolean {
    return typeof code === 'string' && /^\d{6}$/.test(code) && Number(code) % 97 === 1;
  }

  defaultMessage(): string {
    return 'code must have a valid checksum';
  }
}

@ValidatorConstraint()
class AfterStart {
  validate(end: unknown, { object }: ValidationArguments): boolean {
    const { start } = object as { start: unknown };
    return typeof start === 'number' && end === start * 7 + 1;
  }

  defaultMessage(): string {
    return 'end must follow from start';
  }
}

const CHECKSUM = '000098';

class PatternArgs extends ToolArguments {
  @Arg({ description: 'A code', pattern: '^[A-Z]{3}-\\d{4}(?:/[a-f]+)?$' })
  code!: string;

  @Arg({ description: 'Mail', format: 'email' })
  mail!: string;

  @Arg({ description: 'A day', format: 'date', optional: true })
  day?: string;
}

class BareRuleArgs extends ToolArguments {
  @Validate(EvenChecksum)
  @Arg('A code with a checksum')
  code!: string;
}

class ExampleArgs extends ToolArguments {
  @Validate(EvenChecksum)
  @Arg({ description: 'A code with a checksum', example: CHECKSUM })
  code!: string;

  @Validate(EvenChecksum)
  @Arg({ description: 'Another', example: CHECKSUM, optional: true })
  other?: string;
}

class CrossArgs extends ToolArguments {
  @Arg('From')
  start!: number;

  @Validate(AfterStart)
  @Arg('To')
  end!: number;
}

class ConfirmedArgs extends ToolArguments {
  @Explicit('DROP')
  confirm!: 'DROP';
}

class PathArgs extends ToolArguments {
  @Arg({ description: 'The file', access: 'read' })
  file!: string;
}

@Tool({ name: 'tried', args: PatternArgs, description: 'Takes a pattern.' })
class ByPattern {
  run(): string {
    return ran();
  }
}
@Tool({ name: 'tried', args: BareRuleArgs, description: 'Has a rule.' })
class ByRule {
  run(): string {
    return ran();
  }
}
@Tool({
  name: 'tried',
  args: BareRuleArgs,
  description: 'Has a rule and an example.',
  examples: [{ args: { code: CHECKSUM }, explains: 'A code' }],
})
class ByToolExample {
  run(): string {
    return ran();
  }
}
@Tool({ name: 'tried', args: ExampleArgs, description: 'Has a rule and examples of arguments.' })
class ByArgExample {
  run(): string {
    return ran();
  }
}
@Tool({
  name: 'tried',
  args: CrossArgs,
  description: 'Has a rule across fields.',
  examples: [{ args: { start: 1, end: 8 }, explains: 'A span' }],
})
class ByCrossRule {
  run(): string {
    return ran();
  }
}
@Tool({ name: 'tried', args: ConfirmedArgs, description: 'Needs consent.' })
class Confirmed {
  run(): string {
    return ran();
  }
}
@Tool({ name: 'tried', args: PathArgs, description: 'Reads a file.' })
class ByPath {
  run(): string {
    return ran();
  }
}
@Tool({ name: 'tried', description: 'Has a mistake in it.' })
class Mistaken {
  run = (): string => ran();
}
const OTHER = defineTool({ name: 'other', description: 'Has no mistake.', run: () => 'done' });
@Tool({ name: 'tried', description: 'Asks the user.' })
class Asking {
  async run(_args: ToolArguments, { session }: ToolContext): Promise<string> {
    const answer = await session!.ask!({
      message: 'Which?',
      schema: {
        type: 'object',
        properties: { colour: { type: 'string', enum: ['red'] }, count: { type: 'integer', minimum: 3 } },
        required: ['colour', 'count'],
      },
    });
    if (answer.action !== 'accept' || answer.content['colour'] !== 'red') throw new TypeError('no colour');
    return ran();
  }
}
@Tool({ name: 'tried', args: PatternArgs, description: 'Takes its time.', synchronous: false })
class InBackground {
  async run(): Promise<string> {
    await new Promise((resolve) => setImmediate(resolve));
    return ran();
  }
}

const raw = (properties: object, more: object = {}) =>
  defineTool({
    name: 'tried',
    description: 'By a raw schema.',
    inputSchema: { type: 'object', properties, required: Object.keys(properties), ...more } as never,
    run: ran,
  });

const opened = async <T>(
  app: AppOptions,
  options: TestOptions,
  use: (fuzzed: (more?: FuzzOptions) => ReturnType<typeof fuzz>) => Promise<T>,
): Promise<T> => {
  const client = await testClient(defineApp({ name: 'fuzzed', version: '1.0.0', ...app }), {
    args: ['--prefix', ''],
    ...options,
  });
  try {
    return await use((more) => fuzz(client, 'tried', { runs: 40, seed: 7, ...more }));
  } finally {
    await client.close();
  }
};

describe.each(['legacy', 'modern'] as const)('run is reached (%s)', (era) => {
  test.each<[string, AppOptions]>([
    ['by a pattern and by formats', { tools: ByPattern }],
    ['by an example of the tool', { tools: ByToolExample }],
    ['by examples of arguments, optional ones too', { tools: ByArgExample }],
    ['by an example for a rule across fields', { tools: ByCrossRule }],
    ['through consent as a literal', { tools: Confirmed }],
    ['through consent that is asked for', { tools: Confirmed, config: { consent: 'ask' } }],
    ['by a path within the root', { tools: ByPath }],
    ['by a question to the user', { tools: Asking }],
    ['in the background', { tools: InBackground }],
    ['without arguments', { tools: raw({}) }],
    ['by a raw format', { tools: raw({ at: { type: 'string', format: 'date-time' } }) }],
    [
      'by a pattern that looks ahead',
      { tools: raw({ at: { type: 'string', pattern: '^(?=.*\\d)[a-z\\d]{3,}$' } }) },
    ],
    ['by a pattern with a length', { tools: raw({ at: { type: 'string', pattern: '^a+$', minLength: 5 } }) }],
    [
      'by examples in a raw schema',
      { tools: raw({ at: { type: 'string', pattern: '^(a)(?!b)\\1{40}$', examples: ['a'.repeat(41)] } }) },
    ],
    [
      'by numbers beyond a bound',
      { tools: raw({ at: { type: 'integer', exclusiveMinimum: 5_000, multipleOf: 7 } }) },
    ],
    [
      'by alternatives',
      { tools: raw({ at: { oneOf: [{ type: 'integer', minimum: 9 }, { const: 'no' }] } }) },
    ],
    [
      'by everything of several',
      { tools: raw({ at: { allOf: [{ type: 'string' }, { pattern: '^x{3}$' }] } }) },
    ],
    [
      'by a reference',
      { tools: raw({ at: { $ref: '#/$defs/at' } }, { $defs: { at: { type: 'string', pattern: '^q$' } } }) },
    ],
    [
      'by a map',
      { tools: raw({ at: { type: 'object', additionalProperties: { type: 'integer' }, minProperties: 2 } }) },
    ],
    [
      'by a list without repetitions',
      { tools: raw({ at: { type: 'array', items: { type: 'integer' }, minItems: 3, uniqueItems: true } }) },
    ],
    [
      'by a list with a place for each',
      {
        tools: raw({
          at: { type: 'array', prefixItems: [{ type: 'integer' }, { const: 'x' }], minItems: 2 },
        }),
      },
    ],
  ])('%s', async (_, app) => {
    const before = runs;
    const directory = temporaryDirectory('tw-fuzz');
    const report = await opened(app, { era, cwd: directory }, (fuzzed) => fuzzed());
    expect(report.reached).toBeGreaterThan(9);
    expect(report.succeeded).toBeGreaterThan(0);
    expect(runs).toBeGreaterThanOrEqual(before + 10);
  });
});

describe('run is never reached: the failure says why, and what to do', () => {
  test.each<[string, AppOptions, TestOptions, RegExp]>([
    [
      'a rule that no schema can say',
      { tools: ByRule },
      {},
      /^tried was never run: each of the 20 calls that were meant to be valid was refused before that\.\n {2}20 by the check of its arguments: .*code must have a valid checksum\n {4}\{"code":.*\}\nGive it arguments that it takes: `examples` in @Tool .*\nSeed: 7$/,
    ],
    [
      'a pattern that nothing fits',
      { tools: raw({ at: { type: 'string', pattern: '^x(?!x)x$' } }) },
      {},
      /by the check of its arguments: .*at .*\n[^]*`example` in @Arg/,
    ],
    [
      'a schema that can’t be satisfied by chance',
      { tools: raw({ at: { type: 'string', not: { type: 'string' } } }) },
      {},
      /by the check of its arguments/,
    ],
    [
      'consent that nobody can give',
      { tools: Confirmed, config: { consent: 'deny' } },
      {},
      /20 by the consent: .*\n[^]*'--consent', 'ask'/,
    ],
    [
      'a user of the test who declines',
      { tools: Confirmed, config: { consent: 'ask' } },
      { user: () => false },
      /20 by the consent: .*\n[^]*Let the user of the client say yes/,
    ],
    [
      'a policy that allows no path',
      { tools: ByPath, config: { tools: { tried: { deniedPaths: ['/'] } } } },
      {},
      /by the policy: .*\n[^]*Give it an example that the policy allows/,
    ],
    [
      'a middleware that answers itself',
      {
        tools: raw({}),
        middleware: [() => ({ result: Result.failure('closed', 'closed'), isError: true, repairs: [] })],
      },
      {},
      /20 by nobody that is known: closed\n[^]*A middleware of the app/,
    ],
    [
      'a tool that is disabled',
      {
        tools: defineTool({
          name: 'tried',
          description: 'Off.',
          enabled: false,
          disabledReason: 'too early',
          run: ran,
        }),
      },
      {},
      /it is disabled \(too early\)\. Enable it first: client\.app\.registry\.enable\('tried'\)/,
    ],
    [
      'a class with a mistake in it',
      { tools: [Mistaken, OTHER] },
      {},
      /a mistake in it keeps it out: Mistaken: has no method `run`/,
    ],
    [
      'a class with a mistake in it, and no other',
      { tools: Mistaken },
      {},
      /No tool can be listed\.\nMistaken: has no method `run`\. Add `run/,
    ],
    [
      'a tool that isn’t listed',
      { tools: raw({}), config: { expose: 'search' } },
      {},
      /the app has it, and lists others in its place .*'--expose', 'all'/,
    ],
  ])('%s', async (_, app, options, message) => {
    const before = runs;
    await expect(opened(app, options, (fuzzed) => fuzzed())).rejects.toThrow(message);
    expect(runs).toBe(before);
  });
});

test('examples of the test are used, and what is missing in them is made up', async () => {
  const directory = temporaryDirectory('tw-fuzz');
  writeFileSync(join(directory, 'there.md'), 'x');
  const options = { examples: [{ code: CHECKSUM }] };
  expect((await opened({ tools: ByRule }, {}, (fuzzed) => fuzzed(options))).reached).toBeGreaterThan(0);
  const partial = { examples: [{ day: '2026-01-31' }] };
  expect((await opened({ tools: ByPattern }, {}, (fuzzed) => fuzzed(partial))).reached).toBeGreaterThan(9);
});

test('the same seed makes the same calls', async () => {
  const given: unknown[] = [];
  const seen = defineTool({
    name: 'tried',
    description: 'Keeps what it is given.',
    inputSchema: { type: 'object', properties: { at: { type: 'string', pattern: '^[a-z]{2,9}$' } } },
    run: (args) => void given.push(args),
  });
  await opened({ tools: seen }, {}, (fuzzed) => fuzzed());
  const first = given.splice(0);
  await opened({ tools: seen }, {}, (fuzzed) => fuzzed());
  expect(given).toEqual(first);
  expect(new Set(first.map((args) => JSON.stringify(args))).size).toBeGreaterThan(5);
});

test('a fuzz that nobody waits for is noticed when the client is closed, in whatever it ended', async () => {
  const begin = async (tool: ReturnType<typeof raw>) => {
    const client = await testClient(tool);
    return { client, forgotten: fuzz(client, 'tried', { runs: 2 }) };
  };
  const { client } = await begin(raw({}));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await expect(client.close()).rejects.toThrow(
    "Nobody waited for fuzz(client, 'tried'), so its result was lost: write `await` before it.",
  );
  for (const wait of [
    (promise: Promise<unknown>) => promise,
    (promise: Promise<unknown>) => Promise.all([promise]),
    (promise: Promise<unknown>) => promise.finally(() => undefined),
    (promise: Promise<unknown>) => expect(promise).resolves.toMatchObject({ reached: 2 }),
  ]) {
    const heard = await begin(raw({}));
    await wait(heard.forgotten);
    await heard.client.close();
  }
});

// The text of 100,000 characters that fuzz tries is of no use to who reads the failure.
const messageOf = (failure: Promise<unknown>): Promise<string> =>
  failure.then(
    () => 'fuzz found nothing',
    (error: Error) => error.message,
  );

test('a failure can be read, however long the argument and the message that quotes it are', async () => {
  const quoting = defineTool({
    name: 'quoting',
    description: 'Throws what it got.',
    inputSchema: {
      type: 'object',
      properties: { text: { type: 'string' }, list: { type: 'array', items: { type: 'string' } } },
    },
    run({ text, list }) {
      const long = JSON.stringify({ text, list });
      if (long.length > 90_000) throw new Error(`can't use ${long} here`);
      return 'fine';
    },
  });
  const client = await testClient(quoting);
  const message = await messageOf(fuzz(client, 'quoting', { runs: 400, seed: 1 }));
  expect(message).toMatch(/^quoting crashed: .*can't use \{"text":"x{10,80}… \(\d{6} characters\)/);
  expect(message).toMatch(/\nArguments: .*"text":"x{10,80}… \(100000 characters\)".*\nSeed: 1$/);
  expect(message.length).toBeLessThan(1_000);
  await client.close();
});
