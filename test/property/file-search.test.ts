import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { outcomeValue } from '../../src/calls/render';
import { BuiltinServer } from '../support/builtin-server';
import { plainMatches, plainPaths, type PlainSearch } from '../support/plain-tree';
import { rounds } from '../support/rounds';

let server: BuiltinServer;
beforeAll(async () => void (server = await BuiltinServer.start()));
afterAll(() => server.close());

// Few letters, so that patterns often match; line breaks of both kinds, letters that change their length with their case,
// a mark of UTF-8, and characters of two to four bytes.
const letter = fc.constantFrom(
  ...['a', 'b', 'c', 'A', 'B', 'k', 's', 'x', '_', '1', '2', ' ', ' ', '.', '\n', '\n', '\r\n', '\t'],
  ...['é', 'É', 'ß', 'K', 'ſ', 'İ', 'Σ', 'ς', '漢', '😀', '\ufeff', '\ufffd', '\u2028'],
);
const ascii = fc.constantFrom('a', 'b', 'c', 'A', 'B', 'k', 's', '_', '1', '2', ' ', '.', '\n', '\n', '\r\n');
const text = fc.oneof(
  fc.string({ unit: ascii, maxLength: 120 }).map((value) => Buffer.from(value)),
  fc.string({ unit: letter, maxLength: 80 }).map((value) => Buffer.from(value)),
  // Bytes that are invalid in UTF-8, among valid ones.
  fc
    .array(fc.oneof(fc.constantFrom(0x61, 0x62, 10, 0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0x9f, 0xff), fc.nat(255)), {
      maxLength: 60,
    })
    .map((bytes) => Buffer.from(bytes)),
  fc.string({ unit: letter, maxLength: 40 }).map((value) => Buffer.from(`\ufeff${value}`, 'utf16le')),
  // Lines longer than what is shown of one, and a file longer than what is read at once.
  fc
    .tuple(fc.string({ unit: ascii, maxLength: 20 }), fc.constantFrom(400, 700, 70_000, 300_000))
    .map(([value, length]) =>
      Buffer.from(`${value}${'c'.repeat(length)}${value}\n${'b c\n'.repeat(length / 100)}${value}`),
    ),
);
const name = fc.constantFrom('a', 'b', 'B', 'c.ts', 'd.md', '.e', 'é', 'ab', 'a b');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const tree = fc.array(fc.tuple(path, text), { minLength: 1, maxLength: 8 });

const literal = fc.string({ unit: letter, minLength: 1, maxLength: 4 });
const atom = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'c',
      'ab',
      'a_',
      'A',
      'k',
      's',
      '1',
      ' ',
      '\\.',
      'é',
      'ß',
      '漢',
      '😀',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '.',
      '\\w',
      '\\d',
      '\\s',
      '\\W',
      '[a-c]',
      '[^a]',
      '[^\\w]',
      '\\pL',
      '[é-漢]',
      '\\S',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '^',
      '$',
      '\\b',
      '\\B',
      '\\A',
      '\\z',
      '\\r',
      '\\n',
      '\\t',
      '(?i)',
      '(?m)^',
      '(?s).',
      '\\x{FFFD}',
    ),
  },
);
const expression: fc.Arbitrary<string> = fc.letrec<{ node: string; sequence: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'expression' },
    { weight: 5, arbitrary: atom },
    { weight: 2, arbitrary: fc.tuple(tie('sequence'), tie('sequence')).map(([a, b]) => `(?:${a}|${b})`) },
    { weight: 1, arbitrary: tie('sequence').map((inner) => `(${inner})`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie('sequence'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}'))
        .map(([inner, times]) => `(?:${inner})${times}`),
    },
  ),
  sequence: fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((nodes) => nodes.join('')),
})).sequence;
const search: fc.Arbitrary<PlainSearch> = fc.oneof(
  fc.record({ content: literal, regex: fc.constant(false), ignoreCase: fc.boolean() }),
  fc.record({ content: expression, regex: fc.constant(true), ignoreCase: fc.boolean() }),
);

function make(files: readonly (readonly [string, Buffer])[]): string {
  const root = server.path('tree');
  rmSync(root, { recursive: true, force: true });
  mkdirSync(root);
  for (const [file, bytes] of files) {
    try {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), bytes);
    } catch {
      // The name of a directory here is that of a file there.
    }
  }
  symlinkSync('a', join(root, 'link'));
  return root;
}

interface ContentMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

// Of a long line only a part is shown.
function placeOf({ path, line, text }: ContentMatch): string {
  return `${path}:${line}: ${text.length > 490 ? 'long' : text}`;
}

async function valueOf(tool: string, args: Record<string, unknown>): Promise<unknown> {
  return outcomeValue(await server.open.registry.call(tool, args, { door: 'run' }));
}

test('a search finds the lines that trying each line of each file finds', async () => {
  await fc.assert(
    fc.asyncProperty(tree, fc.array(search, { minLength: 1, maxLength: 12 }), async (files, searches) => {
      const root = make(files);
      for (const { content, regex, ignoreCase } of searches) {
        const expected = plainMatches(root, { content, regex, ignoreCase });
        const args = { path: 'tree', content, regex, ignore_case: ignoreCase, limit: 5_000 };
        const found = (await valueOf('search_files', args)) as ContentMatch[];
        const places = found.map(placeOf);
        expect([content, places]).toEqual([
          content,
          expected.map((match) => placeOf({ ...match, path: `tree/${match.path}` })).slice(0, 5_000),
        ]);
      }
    }),
    { numRuns: rounds(60, 5_000) },
  );
});

test('a list and its pages are what the plainest walk finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      async (files, depth, limit) => {
        const root = make(files);
        const expected = plainPaths(root, depth);
        const paged: string[] = [];
        for (let after: string | undefined; ;) {
          const args = { path: 'tree', recursive: true, depth, limit, ...(after !== undefined && { after }) };
          const page = (await valueOf('list_directory', args)) as { path: string }[];
          const paths = page.map((entry) => entry.path.slice('tree/'.length));
          paged.push(...paths);
          if (page.length < limit) break;
          after = paths.at(-1);
        }
        expect(paged).toEqual(expected);
        const found = (await valueOf('search_files', { path: 'tree', pattern: '*', depth })) as string[];
        expect(found).toEqual(expected.map((path) => `tree/${path}`));
      },
    ),
    { numRuns: rounds(60, 3_000) },
  );
});
