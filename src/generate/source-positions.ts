import type { ClassDeclaration, Expression, Node, PropertyDeclaration } from 'typescript';
import type { Compiler } from './typescript-compiler';

/** The position of a class or one of its fields. */
export interface SourcePosition {
  file: string;
  line: number;
}

interface SourceClass extends SourcePosition {
  readonly fields: ReadonlyMap<string, SourcePosition>;
  /** The examples in the decorator of a tool class, in order. */
  readonly examples: readonly SourcePosition[];
}

/** The classes in a project's source files, with the line of each field. */
export class SourcePositions {
  private readonly classes = new Map<string, SourceClass[]>();

  constructor(
    private readonly ts: Compiler,
    files: readonly string[],
  ) {
    for (const file of files) this.read(file);
  }

  /** Returns the public fields that a class itself declares. */
  fieldsOf(className: string): readonly string[] {
    return [...(this.classes.get(className)?.[0]?.fields.keys() ?? [])];
  }

  /** Returns the line of a field or of an example (`examples[1]`), or of the class if that is defined elsewhere. */
  find(className: string, field?: string): SourcePosition | undefined {
    const found = this.classes.get(className)?.[0];
    if (!found || field === undefined) return found;
    const [, index] = /^examples\[(\d+)\]$/.exec(field) ?? [];
    return (index === undefined ? found.fields.get(field) : found.examples[Number(index)]) ?? found;
  }

  /** Returns another class with the same name. */
  findSecond(className: string): SourcePosition | undefined {
    return this.classes.get(className)?.[1];
  }

  private read(file: string): void {
    const { ts } = this;
    const text = ts.sys.readFile(file);
    if (text === undefined) return;
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
    const lineOf = (node: Node): SourcePosition => ({
      file,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    });
    const visit = (node: Node): void => {
      if (ts.isClassDeclaration(node) && node.name) {
        const fields = new Map<string, SourcePosition>();
        for (const member of node.members) {
          if (!ts.isPropertyDeclaration(member) || !isPublicField(ts, member)) continue;
          fields.set(member.name.getText(source), lineOf(member.name));
        }
        const found = { ...lineOf(node.name), fields, examples: examplesOf(ts, node).map(lineOf) };
        const { text: name } = node.name;
        this.classes.set(name, [...(this.classes.get(name) ?? []), found]);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
}

/** Returns whether a field is one that callers see. */
export function isPublicField(ts: Compiler, member: PropertyDeclaration): boolean {
  if (ts.isPrivateIdentifier(member.name)) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;
  return (ts.getCombinedModifierFlags(member) & hidden) === 0;
}

function examplesOf(ts: Compiler, node: ClassDeclaration): readonly Expression[] {
  for (const { expression } of ts.getDecorators(node) ?? []) {
    const [options] = ts.isCallExpression(expression) ? expression.arguments : [];
    if (!options || !ts.isObjectLiteralExpression(options)) continue;
    for (const property of options.properties) {
      if (!ts.isPropertyAssignment(property) || property.name.getText() !== 'examples') continue;
      if (ts.isArrayLiteralExpression(property.initializer)) return property.initializer.elements;
    }
  }
  return [];
}
