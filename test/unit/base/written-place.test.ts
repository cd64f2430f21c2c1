import { join } from 'node:path';
import ts from 'typescript';
import { writtenPlace } from '../../../src/base/written-place';
import { folderWith } from '../../support/installed-project';

const SOURCE = 'interface A {\n  a: 1;\n}\n\nexport const wrong = (): never => {\n  throw new Error();\n};\n';
const { outputText, sourceMapText } = ts.transpileModule(SOURCE, {
  fileName: 'a.ts',
  compilerOptions: { target: ts.ScriptTarget.ES2022, sourceMap: true, module: ts.ModuleKind.ES2022 },
});
const LINE = outputText.split('\n').findIndex((line) => line.includes('throw')) + 1;
const inline = (map: string) =>
  outputText.replace('a.js.map', `data:application/json;base64,${Buffer.from(map).toString('base64')}`);

function placeIn(files: Readonly<Record<string, string>>, column = ''): [string, string] {
  const folder = folderWith(files);
  return [writtenPlace(`${join(folder, 'a.js')}:${LINE}${column}`), folder];
}

test.each([
  ['in a file beside it', { 'a.js': outputText, 'a.js.map': sourceMapText! }],
  ['within it', { 'a.js': inline(sourceMapText!) }],
  [
    'with a root of its sources',
    { 'a.js': inline(JSON.stringify({ ...(JSON.parse(sourceMapText!) as object), sourceRoot: './' })) },
  ],
])('a place is mapped by a source map %s', (_, files) => {
  const [place, folder] = placeIn({ 'a.ts': SOURCE, ...files });
  expect(place).toBe(`${join(folder, 'a.ts')}:6`);
  expect(writtenPlace(`file://${join(folder, 'a.js')}:${LINE}:5`)).toBe(`${join(folder, 'a.ts')}:6:3`);
});

test.each([
  ['it has no map', { 'a.js': 'throw 1\n' }],
  ['its map is missing', { 'a.js': outputText, 'a.ts': SOURCE }],
  ['its map is none', { 'a.js': outputText, 'a.js.map': 'null', 'a.ts': SOURCE }],
  ['its source is missing', { 'a.js': outputText, 'a.js.map': sourceMapText! }],
  ['the file is missing', {}],
])('a place stays as it is where %s', (_, files) => {
  const [place, folder] = placeIn(files, ':5');
  expect(place).toBe(`${join(folder, 'a.js')}:${LINE}:5`);
});

test('what is no place stays as it is', () => {
  expect(writtenPlace('tool greet')).toBe('tool greet');
  expect(writtenPlace('nowhere.js:1')).toBe('nowhere.js:1');
});
