import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../../src/cli/commands/generate';
import { generate } from '../../../src/generate/generate';
import { type Result, type ToolClass } from '../../../src/index';
import { schemaOf, ToolRegistry } from '../../../src/embed';
import { Right, RightArgs } from '../../fixtures/generate/src/right-args';
import { Wrong } from '../../fixtures/generate/src/wrong-args';
import { Ask, Invite } from '../../fixtures/generate/src/wrong-examples';
import { temporaryDirectory } from '../../support/temporary-directory';

const root = join(__dirname, '..', '..', '..');
const source = (name: string): string => join(root, 'test', 'fixtures', 'generate', 'src', name);
const generated = (tool: ToolClass, file: string) =>
  generate({ tools: [tool], sourceFiles: [source(file)], tsconfig: join(root, 'tsconfig.test.json'), root });

test('every contradiction between note and type is reported with file and line', async () => {
  const { problems } = await generated(Wrong as ToolClass, 'wrong-args.ts');
  const lines = readFileSync(source('wrong-args.ts'), 'utf8').split('\n');
  const at = (text: string): number => lines.findIndex((line) => line.includes(text)) + 1;
  const expected: [string, string][] = [
    ['wrongType!', 'is string in @Arg and number in its type'],
    ['notOptional!', 'is optional in @Arg and required in its type'],
    ['notRequired?', 'is required in @Arg and optional in its type'],
    ['level!', 'allows "low", "high" in @Arg and "low", "mid" in its type'],
    ['items!', 'is array of integer in @Arg and array of string in its type'],
    ['explicitAction!', 'allows "DO_IT" in @Arg and "DO_THAT" in its type'],
    ['forgotten!', 'has no @Arg'],
  ];
  for (const [field, text] of expected) {
    const place = `test/fixtures/generate/src/wrong-args.ts:${at(field)}: WrongArgs.${field.slice(0, -1)}`;
    expect(problems.find((problem) => problem.startsWith(place))).toContain(text);
  }
  expect(problems).toHaveLength(expected.length);
});

test('two classes of one name are told, since types are found by name', async () => {
  const sourceFiles = [source('right-args.ts'), source('same-name.ts')];
  const { problems } = await generate({
    tools: [Right as ToolClass],
    sourceFiles,
    tsconfig: join(root, 'tsconfig.test.json'),
    root,
  });
  expect(problems[0]).toMatch(
    /src\/right-args\.ts:\d+: RightArgs is also the name of a class at test\/fixtures\/generate\/src\/same-name\.ts:2;/,
  );
});

test('what decorators can’t see is filled in from the types, and the manifest makes the class usable', async () => {
  expect(() => schemaOf(RightArgs)).toThrow(/RightArgs\.words/);
  const { manifest, problems } = await generated(Right as ToolClass, 'right-args.ts');
  expect(problems).toEqual([]);
  const { inputSchema } = manifest.tools[0]!;
  expect(inputSchema.properties).toMatchObject({
    words: { type: 'array', items: { type: 'string' } },
    level: { type: 'string', enum: ['low', 'mid', 'high'] },
    nothing: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    count: { type: 'integer', default: 3 },
    places: { type: 'array', items: { type: 'object', properties: { north: { type: 'number' } } } },
    by_name: { type: 'object', additionalProperties: { type: 'number' } },
  });
  expect(inputSchema.required).toEqual(['words', 'level', 'nothing', 'by_name']);
  const registry = new ToolRegistry([Right], { prefix: '', manifest });
  const refused = await registry.call('right', { words: [1], level: 'loud', nothing: null, by_name: {} });
  const fields = ((refused.result as Result).errorData!['validation_errors'] as { field: string }[]).map(
    ({ field }) => field,
  );
  expect(fields).toEqual(['words[0]', 'level']);
});

describe('examples', () => {
  test('every one that the tool would refuse is reported with its own line, the author’s rules included', async () => {
    const { manifest, problems } = await generated(Invite as ToolClass, 'wrong-examples.ts');
    const lines = readFileSync(source('wrong-examples.ts'), 'utf8').split('\n');
    const at = (text: string): string =>
      `test/fixtures/generate/src/wrong-examples.ts:${lines.findIndex((line) => line.includes(text)) + 1}: Invite`;
    expect(problems).toEqual([
      expect.stringContaining(`${at('seats: -1')}.examples[1] is invalid: address must be an email`),
      expect.stringContaining(
        `${at("party: 'taken'").replace(/:(\d+):/, (_, line) => `:${Number(line) - 1}:`)}.examples[2]`,
      ),
      expect.stringContaining(`${at("'two'")}.examples[3] is invalid: seats must be a number`),
    ]);
    expect(problems[0]).toContain('seats must be more than 0');
    expect(manifest.tools).toEqual([]);
  });

  test('a rule that can’t run at build time says nothing about an example', async () => {
    const { manifest, problems } = await generated(Ask as ToolClass, 'wrong-examples.ts');
    expect(problems).toEqual([]);
    expect(manifest.tools).toHaveLength(1);
  });
});

describe('the command', () => {
  let folder: string;
  beforeEach(() => (folder = temporaryDirectory('toolwright-generate')));

  const run = async (...args: string[]): Promise<{ code: number; out: string; err: string }> => {
    let [out, err] = ['', ''];
    const io = {
      cwd: root,
      env: {},
      stdout: (text: string) => void (out += text),
      stderr: (text: string) => void (err += text),
    };
    const code = await command.run(
      [
        '--modules',
        'test/fixtures/generate/src/right-args.ts',
        '--sources',
        'test/fixtures/generate/src/right-args.ts',
        '--tsconfig',
        'tsconfig.test.json',
        '--out',
        join(folder, 'manifest.json'),
        ...args,
      ],
      io,
    );
    return { code, out, err };
  };

  test('writes the manifest; --check passes on it, fails on drift and writes nothing', async () => {
    expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('1 tool') });
    expect((await run('--check')).code).toBe(0);
    writeFileSync(join(folder, 'manifest.json'), '{}');
    expect(await run('--check')).toMatchObject({ code: 1, err: expect.stringContaining('is stale') });
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe('{}');
  });

  test('says what is missing', async () => {
    const io = { cwd: root, env: {}, stdout: () => undefined, stderr: () => undefined };
    await expect(command.run([], io)).rejects.toThrow(/specify --app or --modules/);
    await expect(command.run(['--modules', 'no/*.js', '--sources', 'x'], io)).rejects.toThrow(
      /no file matches no\/\*\.js/,
    );
  });
});
