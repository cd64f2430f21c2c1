import type { Directory } from '../../../src/disk/open-directory';
import { DetailedEntries } from '../../../src/files/detailed-entry';
import { estimateTokens } from '../../../src/tokens/estimate';

const DIRECTORIES = [{}, {}] as unknown as Directory[];
const NAMES = [
  'file-1.txt',
  'UPPER',
  '007',
  '.hidden.',
  '--',
  '"quoted"',
  'back\\slash',
  'a\nb',
  ' blank ',
  'b\u00e9ta\u00e9',
  '\u6587\u4ef6',
  '\ud83d\ude00',
  '\ud83d',
  '_',
];

function written(within: string, prefix: string): { json: string; tokens: number; expected: object }[] {
  const entries = new DetailedEntries(within);
  return NAMES.flatMap((name, index) =>
    DIRECTORIES.map((directory, which) => {
      const path = `${which ? prefix : ''}${name}`;
      const size = [0, 7, 123456, null][index % 4]!;
      const type = ['file', 'directory', 'symlink'][index % 3]!;
      const expected = { name, path: within + path, type, size };
      return { ...entries.of({ name, path, kind: 'file', directory }, expected), expected };
    }),
  );
}

describe.each([
  ['', 'folder/'],
  ['/some/where/', 'deep/er/'],
  ['/odd "names"/', '\u00fc\n/'],
])('entries within %j, in %j', (within, prefix) => {
  const entries = written(within, prefix);

  test('are the JSON of what they are', () => {
    for (const { json, expected } of entries) expect(json).toBe(JSON.stringify(expected));
  });

  test('cost together what their list costs, or a little more', () => {
    const list = `[${entries.map(({ json }) => json).join(',')}]`;
    const sum = entries.reduce((total, { tokens }) => total + tokens, 0) + 1 + entries.length * 0.1;
    const cost = estimateTokens(list);
    expect(sum).toBeGreaterThanOrEqual(cost - 1);
    expect(sum).toBeLessThanOrEqual(cost * 1.05 + 2);
  });

  test('cost each what it costs alone, or a little more', () => {
    for (const { json, tokens } of entries)
      expect([json, Math.ceil(tokens)]).toEqual([
        json,
        Math.max(Math.ceil(tokens), estimateTokens(`${json},`)),
      ]);
  });
});
