import ts from 'typescript';
import { sourcesIn, visit } from '../support/sources';

const sources = sourcesIn('src');

// Every file of src/cli/commands exports the command it stands for, and all are read by that name.
const SHARED = ['command'];

test('no two modules export the same name, so that a name means one thing', () => {
  const homes = new Map<string, Set<string>>();
  for (const { path, tree } of sources)
    for (const name of tree.statements.flatMap(exportedNames))
      homes.set(name, (homes.get(name) ?? new Set()).add(path));
  const doubled = [...homes].filter(([name, { size }]) => size > 1 && !SHARED.includes(name));
  expect(doubled.map(([name, paths]) => [name, ...paths])).toEqual([]);
});

test('only src/invalid-arguments.ts makes the failure for invalid arguments', () => {
  const makers = sources.filter(({ tree }) => {
    let makes = false;
    visit(tree, (node) => {
      if (ts.isPropertyAssignment(node) && node.name.getText() === 'validation_errors') makes = true;
    });
    return makes;
  });
  expect(makers.map(({ path }) => path)).toEqual(['src/invalid-arguments.ts']);
});

test('nothing makes a directory with `recursive`, which never ends under /proc', () => {
  const makers = sources.filter(({ tree }) => /\bmkdir(?:Sync)?\([^;]*recursive/.test(tree.getText()));
  expect(makers.map(({ path }) => path)).toEqual([]);
});

/** The names that a statement declares and exports; re-exports declare none. */
function exportedNames(statement: ts.Statement): string[] {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = statement as ts.DeclarationStatement;
  return name ? [name.getText()] : [];
}
