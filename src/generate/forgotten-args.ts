import type { ClassLikeDeclaration, Node, PropertyDeclaration, SourceFile } from 'typescript';
import { ancestorsAmong, type WithParent } from './class-ancestors';
import { isTypeScript } from './source-files';
import { importedNames, type ImportedNames } from './imported-names';
import type { SourcePosition } from './source-positions';
import { isPublicField } from './source-positions';
import type { Compiler } from './typescript-compiler';

/** A public field without `@Arg` in a class of arguments or settings: nobody can set it. */
export interface ForgottenArg extends SourcePosition {
  readonly className: string;
  readonly field: string;
}

/** What to do about a field without `@Arg`. */
export const FORGOTTEN_CURE = 'Describe it with @Arg, or make it private if nobody is to set it.';

/** Says of a field without `@Arg` where it is and what to do, in one line. */
export function forgottenNote({ file, line, className, field }: ForgottenArg): string {
  return `${file}:${line} ${className}.${field} has no @Arg, so nobody can set it. ${FORGOTTEN_CURE}`;
}

/** Finds them in files that are not parsed yet. */
export function forgottenIn(ts: Compiler, files: readonly string[]): ForgottenArg[] {
  const texts = files.map((file) => [file, ts.sys.readFile(file) ?? ''] as const);
  // A class that inherits its arguments may name nothing of ours.
  const sources = texts
    .filter(([, text]) => /\bclass\b/.test(text))
    .map(([file, text]) => ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true));
  return forgottenArgs(ts, sources);
}

/**
 * Finds the fields of args classes in a project for which `@Arg` was forgotten; at run time nothing shows them. Only TypeScript
 * is judged: in JavaScript, compiled or written, decorators are called below the class.
 */
export function forgottenArgs(ts: Compiler, sources: readonly SourceFile[]): ForgottenArg[] {
  const classes = sources
    .filter(({ fileName }) => isTypeScript(fileName))
    .flatMap((source) => classesIn(ts, source));
  const ancestorsOf = ancestorsAmong(classes);
  return classes.flatMap((written) => {
    const above = [...ancestorsOf(written)];
    if (![written, ...above].some(takesArguments)) return [];
    // A field that a parent describes may be declared again, for another default or a narrower type.
    const told = above.flatMap(({ fields }) => fields.filter(({ isTold }) => isTold));
    const inherited = new Set(told.map(({ key }) => key));
    return written.fields
      .filter(({ field, isTold, key }) => !isTold && !inherited.has(key) && isPublicField(ts, field))
      .map(({ field }) => forgotten(written.name, field, written.source));
  });
}

function forgotten(className: string, { name }: PropertyDeclaration, source: SourceFile): ForgottenArg {
  return {
    className,
    field: name.getText(source),
    file: source.fileName,
    line: source.getLineAndCharacterOfPosition(name.getStart(source)).line + 1,
  };
}

interface WrittenField {
  readonly field: PropertyDeclaration;
  readonly key: string;
  readonly isArg: boolean;
  /** Whether a decorator may describe it; those that only check a value don't. */
  readonly isTold: boolean;
}

interface WrittenClass extends WithParent {
  readonly fields: readonly WrittenField[];
  readonly source: SourceFile;
}

// A class takes arguments if one of its fields is described, or if what it extends does.
function takesArguments({ parent, fields }: WrittenClass): boolean {
  return parent === BASE || fields.some(({ isArg }) => isArg);
}

const BASE = 'ToolArguments';

function classesIn(ts: Compiler, source: SourceFile): WrittenClass[] {
  const imported = importedNames(ts, source);
  const found: WrittenClass[] = [];
  const visit = (node: Node): void => {
    if (ts.isClassLike(node)) found.push(written(ts, node, imported, source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function written(
  ts: Compiler,
  declared: ClassLikeDeclaration,
  imported: ImportedNames,
  source: SourceFile,
): WrittenClass {
  const parents = (declared.heritageClauses ?? []).filter(
    ({ token }) => token === ts.SyntaxKind.ExtendsKeyword,
  );
  const [parent] = parents.flatMap(({ types }) => types.map(({ expression }) => expression.getText(source)));
  return {
    name: nameOf(ts, declared) ?? 'a class',
    file: source.fileName,
    parent: parent === undefined ? undefined : imported.nameOf(parent),
    parentModule: parent === undefined ? undefined : imported.moduleOf(parent),
    fields: declared.members
      .filter((member) => ts.isPropertyDeclaration(member))
      .map((field) => {
        const names = (ts.getDecorators(field) ?? []).map(({ expression }) => expression.getText(source));
        return {
          field,
          key: field.name.getText(source),
          isArg: names.some((name) => /^(?:Arg|Explicit)$/.test(imported.nameOf(name))),
          isTold: names.some((name) => !CHECKS.test(imported.moduleOf(name) ?? '')),
        };
      }),
    source,
  };
}

const CHECKS = /^class-(?:validator|transformer)$/;

function nameOf(ts: Compiler, declared: ClassLikeDeclaration): string | undefined {
  if (declared.name) return declared.name.text;
  const { parent } = declared;
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}
