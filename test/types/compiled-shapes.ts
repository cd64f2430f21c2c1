import { join } from 'node:path';
import ts from 'typescript';
import type { ArgsClass } from '../../src/index';
import { PRELUDE, SHAPES, type Verdict } from './shapes';

const root = join(__dirname, '..', '..');
const FILE = join(__dirname, 'generated-shapes.ts');

/** One shape, with what the compiler says of it. */
export interface CompiledShape {
  readonly topic: string;
  readonly code: string;
  readonly verdict: Verdict;
  readonly className: string;
  /** The text that says the cure; empty if it compiles. */
  readonly refusal: string;
}

/** The program of all shapes, one class each. */
export function shapesProgram(prelude = PRELUDE): { text: string; shapes: Omit<CompiledShape, 'refusal'>[] } {
  const shapes = Object.entries(SHAPES).flatMap(([topic, list]) =>
    list.map(([code, verdict]) => ({ topic, code, verdict })),
  );
  const named = shapes.map((shape, index) => ({ ...shape, className: `Shape${index}` }));
  const classes = named.map(({ className, code }) =>
    /^(?:abstract )?class _/.test(code)
      ? `export ${code.replace(/\b_\b/g, className)}`
      : `export class ${className} extends ToolArguments { ${code} }`,
  );
  return { text: [prelude, ...classes].join('\n'), shapes: named };
}

/** Compiles all shapes at once with the repository's compiler: what it says of each, and the JavaScript. */
export function compileShapes(prelude = PRELUDE): { shapes: CompiledShape[]; javascript: string } {
  const { text, shapes } = shapesProgram(prelude);
  const { refusals, javascript } = compileFile(text);
  const compiled = shapes.map((shape) => ({ ...shape, refusal: refusals.get(shape.className) ?? '' }));
  for (const { className } of shapes) refusals.delete(className);
  if (refusals.size) throw new Error(`The prelude does not compile: ${[...refusals].join('\n')}`);
  return { shapes: compiled, javascript };
}

/** A compiled file: its program, what the compiler says of each class that has a line of its own, and the JavaScript. */
export interface CompiledFile {
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
  readonly refusals: Map<string, string>;
  readonly javascript: string;
}

/** Compiles a text as a file of this directory. */
export function compileFile(text: string): CompiledFile {
  const program = ts.createProgram([FILE], options(), host(text));
  const file = program.getSourceFile(FILE)!;
  const lines = text.split('\n');
  const refusals = new Map<string, string>();
  for (const found of program.getSemanticDiagnostics(file)) {
    const line = lines[file.getLineAndCharacterOfPosition(found.start!).line]!;
    const className = /^export (?:abstract )?class (\w+)/.exec(line)?.[1] ?? line;
    const message = ts.flattenDiagnosticMessageText(found.messageText, '\n');
    if (message.includes('declared but its value is never read')) continue;
    refusals.set(className, /parameter of type '"([^]*)"'/.exec(message)?.[1] ?? message);
  }
  let javascript = '';
  program.emit(file, (_name, content) => (javascript = content));
  return { program, file, refusals, javascript };
}

/** Loads the classes of compiled JavaScript over this checkout's sources. */
export function loadClasses(javascript: string): Record<string, ArgsClass> {
  const exported: Record<string, ArgsClass> = {};
  const load = (name: string): unknown =>
    jest.requireActual(name === 'toolwright' ? '../../src/index' : name);
  new Function('exports', 'require', javascript)(exported, load);
  return exported;
}

function options(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.test.json'), (name) => ts.sys.readFile(name));
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, root).options;
  return { ...parsed, noEmit: false, declaration: false, noUnusedLocals: false, isolatedModules: false };
}

function host(text: string): ts.CompilerHost {
  const real = ts.createCompilerHost(options());
  return {
    ...real,
    fileExists: (name) => name === FILE || real.fileExists(name),
    readFile: (name) => (name === FILE ? text : real.readFile(name)),
    getSourceFile: (name, languageVersion) =>
      name === FILE
        ? ts.createSourceFile(name, text, languageVersion, true)
        : real.getSourceFile(name, languageVersion),
  };
}
