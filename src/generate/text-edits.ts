import type { Node, SourceFile } from 'typescript';
import type { Compiler } from './typescript-compiler';
import type { SourceEdit } from './tool-sites';

/** Returns the edits that change the texts a file passes to decorators and calls, where `change` returns another text. */
export function editsOfTexts(ts: Compiler, file: string, change: (written: string) => string): SourceEdit[] {
  const text = ts.sys.readFile(file);
  if (text === undefined) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const edits: SourceEdit[] = [];
  const visit = (node: Node): void => {
    if (ts.isStringLiteralLike(node) && isPassed(ts, node)) {
      const edit = editOf(node, source, file, change);
      if (edit) edits.push(edit);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return edits;
}

/** Applies edits of one file to its text. */
export function edited(text: string, edits: readonly SourceEdit[]): string {
  const last = [...edits].sort((a, b) => b.from - a.from);
  return last.reduce(
    (before, { from, to, text: after }) => before.slice(0, from) + after + before.slice(to),
    text,
  );
}

function editOf(
  node: Node,
  source: SourceFile,
  file: string,
  change: (written: string) => string,
): SourceEdit | undefined {
  const written = node.getText(source);
  const text = change(written);
  return text === written ? undefined : { file, from: node.getStart(source), to: node.getEnd(), text };
}

// Texts elsewhere, in the code of a tool, may be data that has to stay as it is.
function isPassed(ts: Compiler, node: Node): boolean {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isDecorator(at)) return true;
    if (ts.isCallExpression(at) && at.expression.getText().endsWith('defineTool')) return true;
    if (ts.isFunctionLike(at)) return false;
  }
  return false;
}
