import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { forgottenIn } from '../../../src/generate/forgotten-args';
import { temporaryDirectory } from '../../support/temporary-directory';

const folder = temporaryDirectory('toolwright-forgotten');

function forgottenFields(...texts: string[]): string[] {
  const files = texts.map((text, index) => {
    const file = join(folder, `${index}.ts`);
    writeFileSync(file, text);
    return file;
  });
  return forgottenIn(ts, files).map(({ className, field, line }) => `${className}.${field} ${line}`);
}

const NOTE = `import { Arg, ToolArguments } from 'toolwright';
export class NoteArgs extends ToolArguments {
  @Arg('Name') name!: string;
}`;

test.each([
  [
    'a class that inherits all its arguments from one in another file',
    [
      NOTE,
      `import { NoteArgs } from './0';\nexport class LongNoteArgs extends NoteArgs {\n  text!: string;\n}`,
    ],
    ['LongNoteArgs.text 3'],
  ],
  [
    'a class whose parent is passed on by another file',
    [
      NOTE,
      "export { NoteArgs } from './0';",
      `import { NoteArgs as Notes } from './1';\nexport class NoteArgs extends Notes {\n  text!: string;\n}`,
    ],
    ['NoteArgs.text 3'],
  ],
  [
    'a grandchild',
    [NOTE, 'class A extends NoteArgs {}\nclass B extends A {\n  text!: string;\n}'],
    ['B.text 3'],
  ],
  [
    'a class within a function',
    [
      `import { ToolArguments } from 'toolwright';\nexport function make() {\n  class InnerArgs extends ToolArguments {\n    text!: string;\n  }\n}`,
    ],
    ['InnerArgs.text 4'],
  ],
  [
    'a class that is an expression',
    [
      `import { ToolArguments } from 'toolwright';\nexport const Made = class extends ToolArguments {\n  text = '';\n};`,
    ],
    ['Made.text 3'],
  ],
  [
    'a base class under another name',
    [`import { ToolArguments as Base } from 'toolwright';\nclass AArgs extends Base {\n  text!: string;\n}`],
    ['AArgs.text 3'],
  ],
  [
    'a base class of a whole module',
    [`import * as tw from 'toolwright';\nclass AArgs extends tw.ToolArguments {\n  text!: string;\n}`],
    ['AArgs.text 3'],
  ],
  [
    '@Arg under another name',
    [
      `import { Arg as Field } from 'toolwright';\nclass Point {\n  @Field('X') x!: number;\n  y!: number;\n}`,
    ],
    ['Point.y 4'],
  ],
  [
    'a field that is only validated',
    [
      `import { Arg, ToolArguments } from 'toolwright';\nimport { IsEmail } from 'class-validator';\nclass AArgs extends ToolArguments {\n  @IsEmail() mail!: string;\n}`,
    ],
    ['AArgs.mail 4'],
  ],
])('what has no @Arg is found in %s', (_, texts, expected) => {
  expect(forgottenFields(...texts)).toEqual(expected);
});

test.each([
  [
    'declares a field of its parent again',
    [NOTE, "class AArgs extends NoteArgs {\n  override name = 'milk';\n}"],
  ],
  [
    'has a decorator of the author’s own',
    ['class AArgs extends ToolArguments {\n  @Titled() title!: string;\n}'],
  ],
  [
    'extends one of its own file that has the name of a class of arguments',
    [NOTE, 'class NoteArgs {}\nexport class Cache extends NoteArgs {\n  size = 3;\n}'],
  ],
  [
    'imports from a file one that has the name of a class of arguments in another',
    [
      NOTE,
      'export class NoteArgs {}',
      "import { NoteArgs } from './1.js';\nexport class Cache extends NoteArgs {\n  size = 3;\n}",
    ],
  ],
  [
    'declares a field of its parent again, where another file has a parent of that name',
    [
      NOTE,
      `import { Arg, ToolArguments } from 'toolwright';
class NoteArgs extends ToolArguments {\n  @Arg('Text') text!: string;\n}
export class LongNoteArgs extends NoteArgs {\n  override text = 'milk';\n}`,
    ],
  ],
  ['is no class of arguments', ['class Store extends Map {\n  notes: string[] = [];\n}']],
  ['extends one that extends it', ['class A extends B {\n  a = 1;\n}', 'class B extends A {\n  b = 1;\n}']],
])('nothing is found in a class that %s', (_, texts) => {
  expect(forgottenFields(...texts)).toEqual([]);
});

test('JavaScript is not judged: what is described there is described below the class', () => {
  const file = join(folder, 'server.js');
  writeFileSync(
    file,
    `class NoteArgs extends ToolArguments {\n  name;\n}\nArg('Name')(NoteArgs.prototype, 'name');\n`,
  );
  expect(forgottenIn(ts, [file])).toEqual([]);
});

describe('a class whose parent comes from a package, and is called like one of the project', () => {
  const child = (from: string) =>
    `import { NoteArgs as Notes } from '${from}';\nexport class LongNote extends Notes {\n  text!: string;\n}`;
  const workspace = join(folder, 'packages', 'linked');
  mkdirSync(workspace, { recursive: true });
  for (const name of ['installed', '@scope/installed'])
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
  symlinkSync(workspace, join(folder, 'node_modules', 'linked'), 'dir');

  test.each(['installed', 'installed/args', '@scope/installed', '@scope/installed/args'])(
    'is no class of arguments if %s is installed',
    (from) => expect(forgottenFields(NOTE, child(from))).toEqual([]),
  );

  test.each(['linked', '#args', '@/args', './1'])('may be one if it comes through %s', (from) =>
    expect(forgottenFields(NOTE, child(from))).toEqual(['LongNote.text 3']),
  );
});
