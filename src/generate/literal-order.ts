import type { Node, TypeChecker } from 'typescript';
import type { Compiler } from './typescript-compiler';

/**
 * The literals in a declaration and in what it refers to, in the order they are written. The compiler keeps the members
 * of a union in an order that depends on the rest of the program.
 */
export function literalOrder(ts: Compiler, checker: TypeChecker, declaration: Node): Map<unknown, number> {
  const order = new Map<unknown, number>();
  const seen = new Set<Node>();
  const add = (value: unknown): void => {
    if (!order.has(value)) order.set(value, order.size);
  };
  const visit = (node: Node): void => {
    if (seen.has(node) || ts.isDecorator(node)) return;
    seen.add(node);
    if (ts.isStringLiteralLike(node)) add(node.text);
    else if (ts.isNumericLiteral(node)) add(Number(node.text));
    else if (node.kind === ts.SyntaxKind.TrueKeyword) add(true);
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(false);
    else if (ts.isEnumMember(node)) add(checker.getConstantValue(node));
    else if (ts.isIdentifier(node)) follow(node);
    ts.forEachChild(node, visit);
  };
  const follow = (name: Node): void => {
    let symbol = checker.getSymbolAtLocation(name);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    for (const found of symbol?.declarations ?? []) {
      if (ts.isTypeAliasDeclaration(found) || ts.isEnumDeclaration(found) || ts.isVariableDeclaration(found))
        if (!found.getSourceFile().isDeclarationFile) visit(found);
    }
  };
  visit(declaration);
  return order;
}
