import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findStaleBuild } from '../../../../src/cli/project-app/stale-build';
import { folderWith } from '../../../support/installed-project';

const TSC = join(__dirname, '../../../../node_modules/typescript/bin/tsc');
const FILES = {
  'package.json': '{ "name": "notes", "type": "module", "scripts": { "build": "tsc" } }',
  'src/app.ts': `import { add } from './tools/add.js';\nimport type { Kind } from './kind.js';\nexport default add(1 satisfies Kind);\n`,
  'src/tools/add.ts': 'export const add = (one: number): number => one + 1;\n',
  'src/kind.ts': 'export type Kind = number;\n',
  'src/unused.ts': 'export const unused = 1;\n',
};

/** A project that was compiled with these options. */
function built(options: object = { rootDir: '.' }, more: Record<string, string> = {}): string {
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    outDir: 'dist',
    types: [],
    lib: ['es5'],
    ...options,
  };
  const folder = folderWith({
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    ...FILES,
    ...more,
  });
  build(folder);
  return folder;
}

function build(folder: string): void {
  const { status, stdout } = spawnSync(process.execPath, [TSC], { cwd: folder, encoding: 'utf8' });
  expect([status, stdout]).toEqual([0, '']);
}

/** Writes a source as if a minute after the build. */
function save(file: string, text?: string): void {
  if (text !== undefined) writeFileSync(file, text);
  const later = statSync(file).mtimeMs / 1000 + 60;
  utimesSync(file, later, later);
}

describe('a build with sources that changed since', () => {
  const folder = built();
  const app = join(folder, 'dist/src/app.js');

  test('is as new as its sources at first', () => expect(findStaleBuild(app)).toBeUndefined());

  test('is stale through a module that the app imports, and no other', () => {
    save(join(folder, 'src/unused.ts'), 'export const unused = 2;\n');
    expect(findStaleBuild(app)).toBeUndefined();
    save(join(folder, 'src/tools/add.ts'), 'export const add = (one: number): number => one + 2;\n');
    expect(findStaleBuild(app)).toEqual({
      sources: ['src/tools/add.ts'],
      text: 'src/tools/add.ts is newer than the build dist/src/tools/add.js',
      cure: 'Run npm run build.',
    });
  });

  test('counts what else is newer, and names what was never built', () => {
    save(join(folder, 'src/app.ts'), `import './new.js';\n${FILES['src/app.ts']}`);
    save(join(folder, 'src/new.ts'), 'export const fresh = 1;\n');
    expect(findStaleBuild(app)).toMatchObject({
      sources: ['src/app.ts', 'src/new.ts', 'src/tools/add.ts'],
      text: 'src/app.ts (and 2 more) is newer than the build dist/src/app.js',
    });
  });
});

test('a source that is newer and the same raises no alarm, as after a checkout; a server only looks at the time', () => {
  const app = built();
  save(join(app, 'src/app.ts'));
  save(join(app, 'src/tools/add.ts'));
  const module = join(app, 'dist/src/app.js');
  expect(findStaleBuild(module)).toBeUndefined();
  expect(findStaleBuild(module, { exact: false })?.sources).toEqual(['src/app.ts', 'src/tools/add.ts']);
});

test.each(['module', 'commonjs'])(
  'so does a class with decorators and services, in a package of type %s',
  (type) => {
    const folder = built(
      { rootDir: '.', experimentalDecorators: true, emitDecoratorMetadata: true, sourceMap: true },
      {
        'package.json': JSON.stringify({ type, scripts: { build: 'tsc' } }),
        'src/tools/add.ts': `import { Store } from '../store.js';
declare const Tool: (cls: unknown) => any, Arg: (prototype: unknown, key: string) => void;
export class Args {
  @Arg store!: Store;
  @Arg name!: string;
}
@Tool
export class Add {
  constructor(readonly store: Store, readonly args: Args) {}
}
export const add = (one: number): number => one + 1;\n`,
        'src/store.ts': 'export class Store {}\n',
      },
    );
    const [source, module] = [join(folder, 'src/tools/add.ts'), join(folder, 'dist/src/app.js')];
    save(source);
    expect(findStaleBuild(module)).toBeUndefined();
    save(source, readFileSync(source, 'utf8').replace('name!: string', 'name!: number'));
    expect(findStaleBuild(module)?.sources).toEqual(['src/tools/add.ts']);
  },
);

// What the compiler records of a field depends on what else it reads.
describe.each(['module', 'commonjs'])('in a package of type %s, types of other files', (type) => {
  const folder = built(
    { rootDir: '.', experimentalDecorators: true, emitDecoratorMetadata: true, lib: ['es2022'] },
    {
      'package.json': JSON.stringify({ type, scripts: { build: 'tsc' } }),
      'src/tools/add.ts': `import { Course, Size, Fixed, type Shape, Part, Name, Kind, Store, Base, Box } from '../model.js';
import * as model from '../model.js';
import Standard from '../model.js';
declare const Arg: (prototype: unknown, key: string) => void;
export class Args {
  @Arg course: Course = Course.Main;
  @Arg size!: Size;
  @Arg fixed: Fixed = Fixed.One;
  @Arg shape!: Shape;
  @Arg part!: Part;
  @Arg name!: Name;
  @Arg kind!: Kind;
  @Arg store!: Store;
  @Arg base!: Base;
  @Arg box!: Box<string>;
  @Arg standard!: Standard;
  @Arg of!: model.Course;
  @Arg also!: model.Store;
  @Arg when!: Date;
  @Arg later!: Promise<Store>;
  @Arg many!: Store[];
  @Arg perhaps!: Course | null;
}
export const add = (one: number): number => one + 1;\n`,
      'src/model.ts': `export enum Course { Main = 'main', Dessert = 'dessert' }
export enum Size { Small, Large }
export const enum Fixed { One = 1, Two = 'two' }
export interface Shape { corners: number }
export interface Part { of: Shape }
export type Name = string;
export type Kind = 'one' | 'two';
export class Store {}
export abstract class Base {}
export class Box<T> { value!: T }
export default class Standard {}\n`,
    },
  );
  const source = join(folder, 'src/tools/add.ts');
  const module = join(folder, 'dist/src/app.js');
  const text = readFileSync(source, 'utf8');

  test('are no alarm where they are the same', () => {
    save(source);
    expect(findStaleBuild(module)).toBeUndefined();
  });

  test.each([
    ['the type of a field', 'size!: Size', 'size!: Course'],
    ['an imported value', 'Course = Course.Main', 'Course = Course.Dessert'],
    ['a fixed value', 'Fixed = Fixed.One', 'Fixed = Fixed.Two'],
    ['anything else', 'one + 1', 'one + 2'],
  ])('are one where %s changed', (_, before, after) => {
    save(source, text.replace(before, after));
    expect(findStaleBuild(module)?.sources).toEqual(['src/tools/add.ts']);
  });
});

test.each([
  ['beside tsconfig.json', { rootDir: 'src' }, 'dist/app.js'],
  ['in outDir', { rootDir: '.' }, 'dist/src/app.js'],
  ['where it is stated', { rootDir: '.', tsBuildInfoFile: 'cache/info' }, 'dist/src/app.js'],
])('an incremental build, recorded %s, leaves what it need not write', (_, options, module) => {
  const folder = built({ ...options, incremental: true });
  const source = join(folder, 'src/tools/add.ts');
  save(source);
  expect(findStaleBuild(join(folder, module), { exact: false })).toBeUndefined();
  save(source, 'export const add = (one: number): number => one * 2;\n');
  expect(findStaleBuild(join(folder, module), { exact: false })?.sources).toEqual(['src/tools/add.ts']);
});

test('without rootDir, outDir or a script, and with another tsconfig.json', () => {
  const plain = built({ outDir: undefined }, { 'package.json': '{ "type": "module" }' });
  save(join(plain, 'src/app.ts'), FILES['src/app.ts'].replace('1', '2'));
  expect(findStaleBuild(join(plain, 'src/app.js'))).toMatchObject({
    text: 'src/app.ts is newer than the build src/app.js',
    cure: 'Run npx tsc.',
  });
  const inferred = built({});
  save(join(inferred, 'src/app.ts'), FILES['src/app.ts'].replace('1', '2'));
  expect(findStaleBuild(join(inferred, 'dist/app.js'))?.sources).toEqual(['src/app.ts']);
  writeFileSync(join(inferred, 'package.json'), '{ "scripts": { "build": "tsc -p tsconfig.other.json" } }');
  writeFileSync(join(inferred, 'tsconfig.other.json'), '{ "compilerOptions": { "noEmit": true } }');
  expect(findStaleBuild(join(inferred, 'dist/app.js'))).toBeUndefined();
});

test('a bundle is as old as its newest part', () => {
  const folder = built();
  rmSync(join(folder, 'dist/src/tools'), { recursive: true });
  expect(findStaleBuild(join(folder, 'dist/src/app.js'))).toBeUndefined();
  save(join(folder, 'src/tools/add.ts'));
  expect(findStaleBuild(join(folder, 'dist/src/app.js'))?.text).toBe(
    'src/tools/add.ts is newer than the build dist/src/app.js',
  );
});

test('what has no sources here, or is none of this project, is not judged', () => {
  const folder = folderWith({
    'package.json': '{}',
    'tsconfig.json': '{ nonsense',
    'app.js': '',
    'app.ts': '',
    'node_modules/other/app.js': '',
    'node_modules/other/app.ts': '',
  });
  for (const module of ['app.js', 'app.ts', 'none.js', 'node_modules/other/app.js'])
    expect(findStaleBuild(join(folder, module))).toBeUndefined();
});
