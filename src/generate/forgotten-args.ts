import type { ClassDeclaration, Expression, PropertyDeclaration, SourceFile } from 'typescript';
import type { SourcePosition } from './source-positions';
import { isPublicField } from './source-positions';
import type { Compiler } from './typescript-compiler';

/** A public field without a decorator in a class of arguments: clients can't send it. */
export interface ForgottenArg extends SourcePosition {
  readonly className: string;
  readonly field: string;
}

/** What to do about a field without `@Arg`. */
export const FORGOTTEN_CURE = 'Describe it with @Arg, or make it private if it is no argument.';

/** Finds them in files that are not parsed yet. */
export function forgottenIn(ts: Compiler, files: readonly string[]): ForgottenArg[] {
  return files.flatMap((file) => {
    const text = ts.sys.readFile(file) ?? '';
    if (!/@(?:\w+\.)?(?:Arg|Explicit)\b|\bToolArguments\b/.test(text)) return [];
    return forgottenArgs(ts, ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
  });
}

/** Finds the fields of args classes in a file for which `@Arg` was forgotten; at run time nothing shows them. */
export function forgottenArgs(ts: Compiler, source: SourceFile): ForgottenArg[] {
  return source.statements
    .filter((statement) => ts.isClassDeclaration(statement))
    .filter((declared) => isArgs(declared))
    .flatMap((declared) =>
      fieldsOf(ts, declared)
        .filter((field) => isPublicField(ts, field) && decoratorsOf(ts, field).length === 0)
        .map(({ name }) => ({
          className: declared.name?.text ?? 'a class',
          field: name.getText(source),
          file: source.fileName,
          line: source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1,
        })),
    );

  function isArgs(declared: ClassDeclaration): boolean {
    const parents = (declared.heritageClauses ?? []).flatMap(({ types }) => types);
    if (parents.some(({ expression }) => /^(?:\w+\.)?ToolArguments$/.test(expression.getText(source))))
      return true;
    return fieldsOf(ts, declared).some((field) => decoratorsOf(ts, field).some(isArg));
  }

  function isArg(decorator: Expression): boolean {
    return /^(?:\w+\.)?(?:Arg|Explicit)\b/.test(decorator.getText(source));
  }
}

function fieldsOf(ts: Compiler, declared: ClassDeclaration): PropertyDeclaration[] {
  return declared.members.filter((member) => ts.isPropertyDeclaration(member));
}

function decoratorsOf(ts: Compiler, field: PropertyDeclaration): Expression[] {
  return (ts.getDecorators(field) ?? []).map(({ expression }) => expression);
}
