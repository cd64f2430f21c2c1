import type { CallExpression, Node, ObjectLiteralExpression, SourceFile } from 'typescript';
import type { Compiler } from './typescript-compiler';

/** Where a tool is written: the options of its `@Tool`, or of the call that defines it. */
export interface ToolSite {
  readonly file: string;
  readonly source: SourceFile;
  readonly options: ObjectLiteralExpression;
}

/** One replacement in a file, by positions in its text. */
export interface SourceEdit {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The tools in a project's source files: classes by their name, and calls of `defineTool` by the tool's. */
export class ToolSites {
  private readonly sites = new Map<string, ToolSite>();

  constructor(
    private readonly ts: Compiler,
    files: readonly string[],
  ) {
    for (const file of files) this.read(file);
  }

  /** Returns where a tool is written, by what it names as its source: `class ReadFile`, or `tool 'read_file'`. */
  find(source: string): ToolSite | undefined {
    return this.sites.get(source);
  }

  /** Returns the line of a tool's definition, or of the first thing in it that has this name. */
  lineOf({ source, options }: ToolSite, name?: string): number {
    const { ts } = this;
    let found: Node = options;
    const visit = (node: Node): void => {
      if (found !== options) return;
      if (ts.isPropertyAssignment(node) && nameOf(ts, node) === name) found = node;
      else ts.forEachChild(node, visit);
    };
    if (name !== undefined) visit(options);
    return source.getLineAndCharacterOfPosition(found.getStart(source)).line + 1;
  }

  /** Returns the edit that sets a boolean within the options of a tool; undefined if it isn't written there as a literal. */
  editOfHint({ file, source, options }: ToolSite, hint: string, value: boolean): SourceEdit | undefined {
    const { ts } = this;
    const annotations = memberOf(ts, options, 'annotations');
    if (!annotations || !ts.isObjectLiteralExpression(annotations)) return undefined;
    const literal = memberOf(ts, annotations, hint);
    const isLiteral =
      literal?.kind === ts.SyntaxKind.TrueKeyword || literal?.kind === ts.SyntaxKind.FalseKeyword;
    if (!literal || !isLiteral) return undefined;
    return { file, from: literal.getStart(source), to: literal.getEnd(), text: String(value) };
  }

  private read(file: string): void {
    const { ts } = this;
    const text = ts.sys.readFile(file);
    if (text === undefined) return;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
    const visit = (node: Node): void => {
      if (ts.isClassDeclaration(node) && node.name)
        for (const { expression } of ts.getDecorators(node) ?? []) {
          const options = ts.isCallExpression(expression) ? optionsOf(ts, expression) : undefined;
          if (options) this.sites.set(`class ${node.name.text}`, { file, source, options });
        }
      if (ts.isCallExpression(node) && node.expression.getText(source).endsWith('defineTool')) {
        const options = optionsOf(ts, node);
        const name = options && memberOf(ts, options, 'name');
        if (name && ts.isStringLiteralLike(name))
          this.sites.set(`tool '${name.text}'`, { file, source, options });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
}

function optionsOf(ts: Compiler, call: CallExpression): ObjectLiteralExpression | undefined {
  return call.arguments.find((argument) => ts.isObjectLiteralExpression(argument));
}

function memberOf(ts: Compiler, options: ObjectLiteralExpression, name: string): Node | undefined {
  for (const property of options.properties)
    if (ts.isPropertyAssignment(property) && nameOf(ts, property) === name) return property.initializer;
  return undefined;
}

function nameOf(ts: Compiler, { name }: { name: Node }): string {
  return ts.isStringLiteralLike(name) ? name.text : name.getText();
}
