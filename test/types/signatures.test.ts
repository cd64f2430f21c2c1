import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');

function errorsIn(file: string): { line: number; text: string }[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.test.json'), (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([join(__dirname, file)], options);
  const source = program.getSourceFile(join(__dirname, file))!;
  return program.getSemanticDiagnostics(source).map((found) => ({
    line: source.getLineAndCharacterOfPosition(found.start!).line,
    text: source.text.split('\n')[source.getLineAndCharacterOfPosition(found.start!).line]!,
  }));
}

test('a tool whose run takes the class named in args compiles', () =>
  expect(errorsIn('right-run.ts')).toEqual([]));

test('a run or read that takes or returns something else, or is missing, is a compile error', () => {
  const file = join(__dirname, 'wrong-run.ts');
  const wrongLines = ts.sys
    .readFile(file)!
    .split('\n')
    .flatMap((text, line) => (text.endsWith('// wrong') ? [line] : []));
  expect(wrongLines).toHaveLength(10);
  expect([...new Set(errorsIn('wrong-run.ts').map((error) => error.line))]).toEqual(wrongLines);
});
