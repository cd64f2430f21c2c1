import type { SourceFile } from 'typescript';
import type { Compiler } from './typescript-compiler';

/** What the names in a source file are called where they come from. */
export interface ImportedNames {
  /** Returns the name that an expression begins with, as its own module exports it: `tw.Arg({ … })` is `Arg`. */
  nameOf(expression: string): string;
  /** Returns the module that an expression's first name is imported from; undefined if it is declared in the file. */
  moduleOf(expression: string): string | undefined;
}

interface Imported {
  readonly module: string;
  /** The name in that module; undefined for a whole module. */
  readonly name: string | undefined;
}

/** Reads the imports of a source file. */
export function importedNames(ts: Compiler, source: SourceFile): ImportedNames {
  const known = new Map<string, Imported>();
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { text: module } = statement.moduleSpecifier;
    const bindings = statement.importClause?.namedBindings;
    if (bindings && ts.isNamespaceImport(bindings))
      known.set(bindings.name.text, { module, name: undefined });
    else
      for (const { name, propertyName } of bindings?.elements ?? [])
        known.set(name.text, { module, name: (propertyName ?? name).text });
  }
  return {
    nameOf(expression) {
      const [, first = '', second] = /^(\w+)(?:\.(\w+))?/.exec(expression) ?? [];
      return second ?? known.get(first)?.name ?? first;
    },
    moduleOf(expression) {
      const [first = ''] = /^\w+/.exec(expression) ?? [];
      return known.get(first)?.module;
    },
  };
}
