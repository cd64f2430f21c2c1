import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, type GeneratedManifest } from '../../../src/generate/generate';
import type { ToolClass } from '../../../src/index';
import { ToolRegistry } from '../../../src/embed';
import { Resize } from '../../fixtures/generate/src/nested-args';
import { Unsendable } from '../../fixtures/generate/src/unsendable-args';

const root = join(__dirname, '..', '..', '..');
const source = (name: string): string => join(root, 'test', 'fixtures', 'generate', 'src', name);
const generated = (tool: ToolClass, file: string) =>
  generate({ tools: [tool], sourceFiles: [source(file)], tsconfig: join(root, 'tsconfig.test.json'), root });

const SIZE = {
  type: 'object',
  properties: {
    max_width: { type: 'number', maximum: 100, default: 10, description: 'Width in pixels' },
    u: { type: 'string', enum: ['px', 'em'], description: 'Its unit' },
    depth: { type: 'number', maximum: 9, description: 'How deep' },
  },
  additionalProperties: false,
  required: ['u', 'depth'],
};

let resized: Promise<GeneratedManifest>;
beforeAll(() => (resized = generated(Resize as ToolClass, 'nested-args.ts')));

test('a nested class keeps its rules, descriptions, defaults and wire names beside a manifest', async () => {
  const { manifest, problems } = await resized;
  expect(problems).toEqual([]);
  const registry = new ToolRegistry([Resize], { prefix: '', manifest });
  const { inputSchema } = registry.describe('resize');
  expect(inputSchema.properties['size']).toEqual({ ...SIZE, description: 'The size' });
  expect(inputSchema.properties['other']).toEqual({ ...SIZE, description: 'Another size' });
  expect(inputSchema.properties['sizes']!.items).toEqual(SIZE);
  expect(inputSchema).toEqual(manifest.tools[0]!.inputSchema);
  const args = { names: ['ab'], code: 'abc', path: '/a/1.png', version: 'v2' };
  const call = (size: object) => registry.call('resize', { ...args, size });
  expect((await call({ max_width: 100, u: 'px', depth: 1 })).isError).toBe(false);
  expect((await call({ max_width: 500, u: 'px', depth: 1 })).isError).toBe(true);
  expect((await call({ maxWidth: 5, u: 'px', depth: 1 })).isError).toBe(true);
});

test('facts fill gaps beside the stated rules, inside items too, and null stays apart from the rules', async () => {
  const { manifest } = await resized;
  const { properties } = manifest.tools[0]!.inputSchema;
  expect(properties['names']).toMatchObject({ items: { type: 'string', minLength: 2 }, maxItems: 3 });
  expect(properties['code']).toEqual({
    anyOf: [{ type: 'string', minLength: 2, maxLength: 3 }, { type: 'null' }],
    description: 'A code',
  });
});

test('template literal types become patterns', async () => {
  const { manifest } = await resized;
  const { path, version } = manifest.tools[0]!.inputSchema.properties;
  const matches = (value: string): boolean => new RegExp(path!.pattern!, 'u').test(value);
  expect(['/a/1.png', '/a/b/12.5.png', '//0.png'].every(matches)).toBe(true);
  expect(['a/1.png', '/a/x.png', '/1.png', '/a/1xpng'].some(matches)).toBe(false);
  expect(version).toMatchObject({
    anyOf: [{ pattern: '^v-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?$' }, { enum: ['latest', 'rc-a', 'rc-b'] }],
  });
});

test('what JSON cannot carry is refused with file and line, at every depth and through aliases and generics', async () => {
  const { manifest, problems } = await generated(Unsendable as ToolClass, 'unsendable-args.ts');
  const lines = readFileSync(source('unsendable-args.ts'), 'utf8').split('\n');
  const expected: Record<string, string> = {
    date: 'is a Date',
    alias: 'is a Date',
    deep: '(at span.from) is a Date',
    generic: '(at from) is a Map',
    union: 'is a Set',
    optional: 'is a bigint',
    list: '(at []) is binary data',
    bytes: 'is binary data',
    later: 'is a promise',
    sign: 'is a symbol',
    call: 'is a function',
    method: '(at draw) is a function',
    clock: 'is a Map',
    values: '(at […]) is a RegExp',
    stated: 'is a Date',
    partial: '(at at) is a Date',
    anything: 'is any: state schema',
    pair: 'is a tuple',
    upper: 'is a template literal that has no pattern',
    points: 'holds the class Point, whose rules a manifest cannot carry. State `items: () => Point`',
    byName: 'holds the class Point, whose rules a manifest cannot carry. State `values: () => Point`',
    maybe: 'holds the class Point, whose rules a manifest cannot carry. State `type: () => Point`',
    around: 'holds the class Point, whose rules a manifest cannot carry. Put the object around it',
  };
  for (const [field, text] of Object.entries(expected)) {
    const line = lines.findIndex((found) => new RegExp(` ${field}[!?]:`).test(found)) + 1;
    const place = `test/fixtures/generate/src/unsendable-args.ts:${line}: UnsendableArgs.${field}`;
    expect(
      problems.filter((problem) => problem.startsWith(`${place} `) || problem.startsWith(`${place}: `)),
    ).toEqual([expect.stringContaining(text)]);
  }
  expect(problems).toHaveLength(Object.keys(expected).length);
  expect(manifest.tools).toEqual([]);
});
