import type { ClassDeclaration, SourceFile } from 'typescript';
import type { SourcePosition } from './source-positions';
import type { Compiler } from './typescript-compiler';

/** A class that an app can offer, as it is written. */
export interface OfferableClass extends SourcePosition {
  readonly className: string;
  readonly kind: 'tool' | 'prompt' | 'resource';
}

const DECORATED = /^(?:\w+\.)?(Tool|Prompt|Resource)\b/;
const TEST = /\.(?:test|spec)\.[cm]?ts$/;

/** Finds the classes with `@Tool`, `@Prompt` or `@Resource` in source files; those in tests are for the tests. */
export function offerableClasses(ts: Compiler, files: readonly string[]): OfferableClass[] {
  return files.flatMap((file) => {
    const text = TEST.test(file) ? '' : (ts.sys.readFile(file) ?? '');
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
    return [{ className: name.text, kind, file: source.fileName, line }];
  }
  return [];
}
