import { compareContracts } from '../../../src/contract/compare-contracts';
import { contractOf } from '../../../src/contract/contract';
import type { OfferedTool, ServerOffer } from '../../../src/base/offer';

type Members = Record<string, object>;

function changes(old: Partial<ServerOffer>, now: Partial<ServerOffer>): string[] {
  const [was, is] = [old, now].map((parts) =>
    contractOf({ tools: [], prompts: [], resources: [], templates: [], ...parts }),
  );
  return compareContracts(was!, is!).map(({ level, message }) => `${level} ${message}`);
}

function schema(properties: Members, more: object = {}): object {
  return { type: 'object', properties, additionalProperties: false, ...more };
}

function changesOfTool(old: Partial<OfferedTool>, now: Partial<OfferedTool>): string[] {
  return changes({ tools: [{ name: 't', ...old }] }, { tools: [{ name: 't', ...now }] });
}

const TEXTS = 'patch texts or the form of the input schema changed';

test.each<[string, Members, Members, string[]]>([
  [
    'a text beside a stricter rule of the same argument',
    { a: { type: 'number', maximum: 9, description: 'One' } },
    { a: { type: 'number', maximum: 8, description: 'Two' } },
    ['major argument a has a stricter maximum: 9 before, 8 now', TEXTS],
  ],
  [
    'a text beside a looser rule of another argument',
    { a: { type: 'number', maximum: 8 }, b: { type: 'string', description: 'One' } },
    { a: { type: 'number', maximum: 9 }, b: { type: 'string', description: 'Two' } },
    ['minor argument a has a looser maximum: 8 before, 9 now', TEXTS],
  ],
  [
    'a text deep in the schema, beside an argument that was added',
    { a: { type: 'array', items: { anyOf: [{ type: 'string', title: 'One' }, { type: 'null' }] } } },
    { a: { type: 'array', items: { anyOf: [{ type: 'string', title: 'Two' }, { type: 'null' }] } }, b: {} },
    ['minor argument b was added', TEXTS],
  ],
  [
    'another form of one argument beside a default of another',
    { a: { enum: ['x', 'y'] }, b: { type: 'number', default: 1 } },
    { a: { enum: ['y', 'x'] }, b: { type: 'number', default: 2 } },
    ['major argument b had the default 1, and has 2 now', TEXTS],
  ],
  [
    'rules that can only be called looser beside a stricter one',
    { a: { type: 'number', maximum: 9 }, b: { not: { const: 1 } } },
    { a: { type: 'number', maximum: 8 }, b: {} },
    ['major argument a has a stricter maximum: 9 before, 8 now', expect.stringMatching(/^minor argument b /)],
  ],
  [
    'nothing looser of an argument whose other rules are stricter',
    { a: { type: 'number', not: { const: 1 } } },
    { a: { type: 'number', maximum: 8 } },
    ['major argument a has a stricter maximum: none before, 8 now'],
  ],
  [
    'nothing more than that the whole can’t be compared',
    { a: { $ref: '#' }, b: { enum: ['x', 'y'] } },
    { a: { $ref: '#' }, b: { enum: ['y', 'x'] } },
    [expect.stringMatching(/^major argument the whole has other rules/)],
  ],
  [
    'no text of an alternative that was added',
    { a: { anyOf: [{ type: 'string', title: 'One' }] } },
    {
      a: {
        anyOf: [
          { type: 'null', title: 'None' },
          { type: 'string', title: 'One' },
        ],
      },
    },
    [expect.stringMatching(/^minor argument a /)],
  ],
  [
    'nothing more where only a rule changed',
    { a: { type: 'number', maximum: 9, description: 'One' } },
    { a: { type: 'number', maximum: 8, description: 'One' } },
    ['major argument a has a stricter maximum: 9 before, 8 now'],
  ],
  [
    'nothing more where only a default changed',
    { a: { type: 'object', properties: { b: { type: 'number', default: 1 } } } },
    { a: { type: 'object', properties: { b: { type: 'number', default: 2 } } } },
    ['major argument a.b had the default 1, and has 2 now'],
  ],
])('of an input: %s', (_, old, now, expected) => {
  expect(changesOfTool({ inputSchema: schema(old) }, { inputSchema: schema(now) })).toEqual(expected);
});

test('of an output: what breaks, what is promised besides, and texts', () => {
  const old = schema({ a: {}, b: { type: 'number' }, c: { description: 'One' } });
  const now = schema({ b: { type: 'number', maximum: 5 }, c: { description: 'Two' } });
  expect(changesOfTool({ outputSchema: old }, { outputSchema: now })).toEqual([
    'major output a was removed',
    expect.stringMatching(/^minor output b .*maximum/),
    'patch texts or the form of the output schema changed',
  ]);
});

test('of a prompt: an argument that is required and described otherwise', () => {
  const prompt = (required: boolean, description: string) => ({
    prompts: [{ name: 'p', arguments: [{ name: 'day', required, description }] }],
  });
  expect(changes(prompt(false, 'One'), prompt(true, 'Two'))).toEqual([
    'major argument day is required now',
    'patch the description or title of argument day changed',
  ]);
  expect(
    changes(prompt(false, 'One'), {
      prompts: [{ name: 'p', arguments: [{ name: 'day', description: 'One' }] }],
    }),
  ).toEqual([]);
});

test('of a resource: its type and its name', () => {
  const page = (mimeType: string, name: string) => ({ resources: [{ uri: 'notes://all', mimeType, name }] });
  expect(changes(page('text/plain', 'One'), page('text/html', 'Two'))).toEqual([
    'major is text/html now, text/plain before',
    'patch name, title or description changed',
  ]);
});
