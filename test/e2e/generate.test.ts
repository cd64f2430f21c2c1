import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

interface Written {
  tools: { name: string; inputSchema: object }[];
}

const root = join(__dirname, '..', '..');
let folder: string;

beforeAll(() => {
  folder = temporaryDirectory('toolwright-author');
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules', 'toolwright'));
  for (const name of ['typescript', '@types', 'reflect-metadata'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  mkdirSync(join(folder, 'src'));
  const source = readFileSync(join(root, 'test/fixtures/generate/src/right-args.ts'), 'utf8');
  writeFileSync(join(folder, 'src', 'tool.ts'), source.replace('../../../../src/index', 'toolwright'));
  cpSync(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.', '--types', 'node'],
    { cwd: folder, stdio: 'inherit' },
  );
});

const generate = (...args: string[]) =>
  spawnSync(
    process.execPath,
    [COMMAND, 'generate', '--modules', 'dist/*.js', '--sources', 'src/**/*.ts', ...args],
    { cwd: folder, encoding: 'utf8' },
  );

test('an author runs the built command on a project of their own, and the registry takes what it wrote', () => {
  expect(generate('--out', 'manifest.json')).toMatchObject({ status: 0, stdout: 'manifest.json: 1 tool\n' });
  expect(generate('--out', 'manifest.json', '--check').status).toBe(0);
  const listed = execFileSync(
    process.execPath,
    [
      '-e',
      "const { ToolRegistry } = require('toolwright/embed'); const { Right } = require('./dist/tool.js'); console.log(new ToolRegistry([Right], { prefix: '', manifest: require('./manifest.json') }).describe('right').inputSchema.properties.words.items.type)",
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(listed.trim()).toBe('string');
});

test('without sources the decorators alone count, and the types they leave open are told', () => {
  const alone = (modules: string, out: string) =>
    spawnSync(process.execPath, [COMMAND, 'generate', '--modules', modules, '--out', out], {
      cwd: folder,
      encoding: 'utf8',
    });
  writeFileSync(
    join(folder, 'plain.js'),
    `const { Arg, Tool, ToolArguments } = require('toolwright');
    class Words extends ToolArguments {}
    Arg({ type: 'string', description: 'What to say' })(Words.prototype, 'word');
    exports.Plain = class Plain { run({ word }) { return word; } };
    Tool({ args: Words, description: 'Say a word.' })(exports.Plain);`,
  );
  expect(alone('plain.js', 'plain.json')).toMatchObject({
    status: 0,
    stdout: 'plain.json: 1 tool, types unchecked (no --sources)\n',
  });
  const { tools } = JSON.parse(readFileSync(join(folder, 'plain.json'), 'utf8')) as Written;
  expect(tools).toMatchObject([{ name: 'plain' }]);
  expect(tools[0]!.inputSchema).toMatchObject({ properties: { word: { type: 'string' } } });
  expect(alone('dist/*.js', 'open.json')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('RightArgs.words'),
  });
});

test('an ES module with top-level await is loaded, and its types are read', () => {
  const module = join(folder, 'module');
  mkdirSync(module);
  writeFileSync(join(module, 'package.json'), '{ "type": "module" }');
  cpSync(join(root, 'test/fixtures/generate/top-level-await.mts'), join(module, 'tool.ts'));
  const options = [
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--strict',
    '--experimentalDecorators',
    '--emitDecoratorMetadata',
  ];
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), 'tool.ts', ...options], {
    cwd: module,
    stdio: 'inherit',
  });
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      COMMAND,
      'generate',
      '--modules',
      'tool.js',
      '--sources',
      'tool.ts',
      '--tsconfig',
      '../tsconfig.json',
      '--out',
      'manifest.json',
    ],
    { cwd: module, encoding: 'utf8' },
  );
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'manifest.json: 1 tool\n', stderr: '' });
  const { tools } = JSON.parse(readFileSync(join(module, 'manifest.json'), 'utf8')) as Written;
  expect(tools).toMatchObject([{ name: 'awaited' }]);
  expect(tools[0]!.inputSchema).toMatchObject({
    properties: { words: { items: { type: 'string', maxLength: 3 } }, level: { enum: ['low', 'high'] } },
    required: ['words'],
  });
});

test('patterns that match nothing are told', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [COMMAND, 'generate', '--modules', 'no/*.js', '--sources', 'src/*.ts'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(status).toBe(2);
  expect(stderr).toBe('toolwright generate: no file matches no/*.js\n');
});
