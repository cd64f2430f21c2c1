import { join } from 'node:path';
import ts from 'typescript';

const root = join(__dirname, '..', '..');

/** What the compiler says of a file of this folder, by line. */
export function errorsIn(file: string, other: ts.CompilerOptions = {}): { line: number; message: string }[] {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.test.json'), (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram([join(__dirname, file)], { ...options, ...other });
  const source = program.getSourceFile(join(__dirname, file))!;
  return program.getSemanticDiagnostics(source).map((found) => ({
    line: source.getLineAndCharacterOfPosition(found.start!).line + 1,
    message: ts.flattenDiagnosticMessageText(found.messageText, '\n'),
  }));
}
