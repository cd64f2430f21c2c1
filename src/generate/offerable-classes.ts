import type { ClassDeclaration, Expression, SourceFile } from 'typescript';
import { snakeCase } from '../base/names';
import { isTest } from './source-files';
import type { SourcePosition } from './source-positions';
import type { Compiler } from './typescript-compiler';

/** A class that an app can offer, as it is written. */
export interface OfferableClass extends SourcePosition {
  readonly className: string;
  /** The name that clients would know it by. */
  readonly name: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
}

const DECORATED = /^(?:\w+\.)?(Tool|Prompt|Resource)\b/;

/** Finds the classes with `@Tool`, `@Prompt` or `@Resource` in source files; those in tests are for the tests. */
export function offerableClasses(ts: Compiler, files: readonly string[]): OfferableClass[] {
  return files.flatMap((file) => {
    const text = isTest(file) ? '' : (ts.sys.readFile(file) ?? '');
    if (!/@(?:\w+\.)?(?:Tool|Prompt|Resource)\b/.test(text)) return [];
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
    return source.statements
      .filter((statement) => ts.isClassDeclaration(statement))
      .flatMap((declared) => offerable(ts, declared, source));
  });
}

function offerable(ts: Compiler, declared: ClassDeclaration, source: SourceFile): OfferableClass[] {
  const { name } = declared;
  const isAbstract = (ts.getCombinedModifierFlags(declared) & ts.ModifierFlags.Abstract) !== 0;
  if (!name || isAbstract) return [];
  for (const { expression } of ts.getDecorators(declared) ?? []) {
    const [, decorator] = DECORATED.exec(expression.getText(source)) ?? [];
    if (decorator === undefined) continue;
    const line = source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1;
    const kind = decorator.toLowerCase() as OfferableClass['kind'];
    const offered = statedName(ts, expression) ?? snakeCase(name.text);
    return [{ className: name.text, name: offered, kind, file: source.fileName, line }];
  }
  return [];
}

function statedName(ts: Compiler, decorator: Expression): string | undefined {
  const [options] = ts.isCallExpression(decorator) ? decorator.arguments : [];
  if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
  for (const property of options.properties) {
    if (!ts.isPropertyAssignment(property) || property.name.getText() !== 'name') continue;
    if (ts.isStringLiteralLike(property.initializer)) return property.initializer.text;
  }
  return undefined;
}
