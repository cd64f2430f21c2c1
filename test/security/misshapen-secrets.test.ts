import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IsNotIn } from 'class-validator';
import { Arg, defineApp, defineTool, Tool, ToolArguments } from '../../src/index';
import { createLogging, redact } from '../../src/embed';
import { AppPeer } from '../../src/cli/app-peer';
import { CallLog } from '../../src/dev/call-log';
import { declaredArguments } from '../../src/dev/declared-arguments';
import { Inspector } from '../../src/inspect/inspector';
import { ShownArguments } from '../../src/inspect/shown-arguments';
import { recordCalls, testClient, testsFrom, type TestClient } from '../../src/testing';
import { temporaryDirectory } from '../support/temporary-directory';

// A caller may send anything where an object with a secret in it is declared: a secret in another shape is shown nowhere either.
class Login extends ToolArguments {
  @Arg({ description: 'The password', type: 'string', secret: true })
  password!: string;

  @Arg({ description: 'Who', type: 'string' })
  user!: string;
}

class Account extends ToolArguments {
  @Arg({ description: 'How to get in', type: () => Login })
  login!: Login;
}

class NestedArgs extends ToolArguments {
  @Arg({ description: 'The door', type: 'string' })
  door!: string;

  @Arg({ description: 'Nested', type: () => Login, optional: true })
  one?: Login;

  @Arg({ description: 'Nested or null', type: () => Login, nullable: true, optional: true })
  perhaps?: Login | null;

  @Arg({ description: 'In a list', items: () => Login, optional: true })
  several?: Login[];

  @Arg({ description: 'In a map', values: () => Login, optional: true })
  named?: Record<string, Login>;

  @Arg({ description: 'Further down', type: () => Account, optional: true })
  deep?: Account;

  @IsNotIn(['nothing'], { message: '$property must not be $value' })
  @Arg({ description: 'With a rule that repeats it', type: () => Login, optional: true })
  ruled?: Login;
}

@Tool({ name: 'by_class', args: NestedArgs, description: 'By a class.' })
class ByClass {
  run(): string {
    return 'open';
  }
}

const password = { type: 'string', writeOnly: true } as const;
const login = {
  type: 'object',
  properties: { password, user: { type: 'string' } },
  additionalProperties: false,
} as const;
const raw = defineTool({
  name: 'by_schema',
  description: 'By a raw schema.',
  inputSchema: {
    type: 'object',
    $defs: { login },
    properties: {
      door: { type: 'string' },
      one: login,
      untyped: { properties: { password }, required: ['password'], additionalProperties: false },
      either: { oneOf: [login, { type: 'null' }] },
      chosen: {
        anyOf: [{ const: 'none' }, { type: 'string', pattern: '^\\d+-\\d+-\\d+$' }, { enum: [1, 2] }, login],
      },
      both: { allOf: [login, { minProperties: 1 }] },
      referred: { $ref: '#/$defs/login' },
      several: { type: 'array', items: login },
      tuple: { type: 'array', prefixItems: [{ type: 'integer' }, login] },
      named: { type: 'object', additionalProperties: login },
      fitting: { type: 'object', patternProperties: { '^x': login }, additionalProperties: false },
      where: {
        type: 'object',
        if: { required: ['a'] },
        then: { properties: { a: login } },
        unevaluatedProperties: false,
      },
      deep: {
        type: 'object',
        properties: { deeper: { type: 'array', items: { type: 'array', items: login } } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  } as never,
  run: () => 'open',
});

const closedMap = defineTool({
  name: 'by_map',
  description: 'Every argument is a secret, whatever it is called.',
  inputSchema: { type: 'object', properties: {}, additionalProperties: password } as never,
  run: () => 'open',
});

const app = defineApp({
  name: 'doors',
  version: '1.0.0',
  tools: [ByClass, raw, closedMap],
  config: { expose: 'search' },
});

const SECRET = /hunter2|4711471147/;
/** What may come in place of an object, of a list of them or of a map of them. */
const SHAPES: readonly (readonly [string, unknown])[] = [
  ['text', 'u:hunter2'],
  ['a number', 4_711_471_147],
  ['text that is broken JSON', '{"user": "hunter2'],
  ['text that is JSON', '{"password":"hunter2","user":"ada"}'],
  ['text that is JSON of another shape', '["hunter2"]'],
  ['text that is JSON of text', '"hunter2"'],
  ['text within JSON text', '{"a":"hunter2","login":"hunter2"}'],
  ['a list', ['hunter2']],
  ['a list of lists', [['u', 'hunter2']]],
  ['a list of numbers', [1, 4_711_471_147]],
  ['an object with text in it', { a: 'hunter2', login: 'hunter2', deeper: 'hunter2', xy: 'hunter2' }],
  [
    'an object with lists in it',
    { a: ['hunter2'], login: ['hunter2'], deeper: [['hunter2']], xy: ['hunter2'] },
  ],
  ['a misspelt name', { pasword: 'hunter2', user: 'ada', login: { pasword: 'hunter2' } }],
  ['lists of objects where one is meant', [{ password: 'hunter2', pass: 'hunter2' }]],
];
const ARGUMENTS: readonly (readonly [string, readonly string[]])[] = [
  ['by_class', ['one', 'perhaps', 'several', 'named', 'deep', 'ruled']],
  ['by_schema', 'one untyped either chosen both referred several tuple named fitting where deep'.split(' ')],
  ['by_map', ['anything']],
];

const plain = (text: string): string => text;
const colour = { red: plain, green: plain, yellow: plain, dim: plain, bold: plain };
const directory = temporaryDirectory('tw-misshapen');
const recording = join(directory, 'calls.jsonl');
let stderr = '';
const logging = createLogging({ level: 'trace', json: false, stderr: (text) => void (stderr += text) });
let client: TestClient;
let inspected: ShownArguments;

beforeAll(async () => {
  client = await testClient(app, {
    cwd: directory,
    args: ['--prefix', '', '--consent', 'ask', '--audit', join(directory, 'audit')],
    log: logging.log,
    user: () => true,
  });
  client.app!.registry.use(recordCalls(recording));
  inspected = new ShownArguments(await new AppPeer(client.app!).tools());
});
afterAll(async () => {
  await client.close();
  await logging.close();
});

function audited(): string {
  return readdirSync(join(directory, 'audit'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

async function devLine(name: string, args: Record<string, unknown>, result: object): Promise<string> {
  let text = '';
  const log = new CallLog({ write: (more) => void (text += more), colour, now: () => new Date(0) });
  const request = { method: 'tools/call', params: { name, arguments: args } };
  const declared = JSON.parse(JSON.stringify(await declaredArguments(client.app!))) as never;
  log.answered({ request, began: performance.now(), declared }, { result });
  return text;
}

describe.each(ARGUMENTS)('%s', (tool, names) => {
  describe.each(names)('%s', (name) => {
    test.each(SHAPES)('given %s', async (_, value) => {
      const args = { ...(tool !== 'by_map' && { door: 'front' }), [name]: value };
      const carried = { name: tool, arguments: args };
      const before = {
        log: stderr.length,
        audit: existsSync(join(directory, 'audit')) ? audited().length : 0,
      };
      const reply = await client.call(tool, args);
      const carrying = await client.call('call_tool', carried);
      const recorded = readFileSync(recording, 'utf8').trimEnd().split('\n').slice(-2).join('\n');
      const surfaces = {
        reply: reply.isError ? JSON.stringify(reply.wire) : '',
        carrying: carrying.isError ? JSON.stringify(carrying.wire) : '',
        log: stderr.slice(before.log),
        audit: audited().slice(before.audit),
        recorded,
        tests: testsFrom(recorded, { app: './app.js' }),
        dev: await devLine(tool, args, reply.wire),
        carriedInDev: await devLine('call_tool', carried, carrying.wire),
        inspected: JSON.stringify(
          inspected.shown({ id: 1, at: 0, state: 'running', tool: 'call_tool', args: carried } as never),
        ),
        redacted: JSON.stringify(redact(args, client.app!.registry.get(tool)!)),
      };
      for (const [surface, text] of Object.entries(surfaces))
        expect({ surface, text }).toEqual({ surface, text: expect.not.stringMatching(SECRET) });
      if (tool === 'by_map') return;
      expect(surfaces.audit).toContain('"door":"front"');
      expect(surfaces.dev).toContain('door="front"');
      expect(surfaces.redacted).toContain('"door":"front"');
    });
  });
});

test('what is declared is shown: text that is valid, an object as JSON text, null', async () => {
  const shown = (args: Record<string, unknown>, tool = 'by_schema'): unknown =>
    redact(args, client.app!.registry.get(tool)!);
  const given = { password: 'hunter2', user: 'ada' };
  expect(shown({ chosen: 'none', either: null })).toEqual({ chosen: 'none', either: null });
  expect(shown({ chosen: '2026-01-31' })).toEqual({ chosen: '2026-01-31' });
  expect(shown({ chosen: 2, tuple: [1] })).toEqual({ chosen: 2, tuple: [1] });
  expect(shown({ one: JSON.stringify(given) })).toEqual({ one: '{"password":"•••","user":"ada"}' });
  expect(shown({ perhaps: given, several: [given] }, 'by_class')).toEqual({
    perhaps: { password: '•••', user: 'ada' },
    several: [{ password: '•••', user: 'ada' }],
  });
});

test('tests that are saved from calls of `inspect` have none of it', async () => {
  const size = { bytes: 0, tokens: 0 };
  const inspector = new Inspector(
    {
      facts: { name: 'doors', from: 'app.ts', isApp: true },
      peer: new AppPeer(client.app!, 'client'),
      cost: () => Promise.resolve({ tools: new Map(), total: size }),
      testedModule: '../src/app.js',
      close: () => Promise.resolve(),
    },
    () => size,
  );
  await inspector.catalogue();
  for (const [, value] of SHAPES) {
    const ended = new Promise<void>((resolve) => {
      const stop = inspector.feed.subscribe((event) => {
        if (
          event.kind !== 'calls' ||
          !event.calls.some(({ id, state }) => id === call && state !== 'running')
        )
          return;
        stop();
        resolve();
      });
    });
    const call = inspector.begin('by_class', { door: 'front', one: value });
    await ended;
    expect((await inspector.saved([call], 'jest')).text).not.toMatch(SECRET);
  }
  await inspector.close();
});
