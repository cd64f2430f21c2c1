import { dirname } from 'node:path';
import type {
  ClassDeclaration,
  CompilerOptions,
  Declaration,
  Node,
  Program,
  Symbol as TsSymbol,
  TypeChecker,
} from 'typescript';
import type { JsonSchema } from '../base/json-schema';
import type { FieldType } from '../schema/field-facts';
import type { Compiler } from './typescript-compiler';
import { literalOrder } from './literal-order';
import type { SourcePosition } from './source-positions';
import { isSent, TypeRefusal, typeSchema, type TypeReading } from './type-schema';
import { TypeTranslator } from './type-translator';

/** What was read of one field: its type, or why there is none. */
export interface FieldReading {
  readonly at: SourcePosition | undefined;
  readonly type?: FieldType;
  readonly refusal?: TypeRefusal;
}

/** Reads the TypeScript types of args classes, all from one compilation. */
export class TypeReader {
  private readonly program: Program;
  private readonly checker: TypeChecker;
  private readonly classes = new Map<string, ClassDeclaration>();
  private readonly translator: TypeTranslator;

  constructor(
    private readonly ts: Compiler,
    tsconfig: string,
    files: readonly string[],
  ) {
    this.program = ts.createProgram([...files], compilerOptions(ts, tsconfig));
    this.checker = this.program.getTypeChecker();
    for (const file of files) {
      const source = this.program.getSourceFile(file);
      if (source) this.collect(source);
    }
    this.translator = new TypeTranslator(ts, this.program, (name) => {
      const found = this.classes.get(name);
      return found !== undefined && this.hasArgs(found);
    });
  }

  /** Returns what was read of each public field of a class, inherited ones included. */
  fieldsOf(className: string): Map<string, FieldReading> {
    const fields = new Map<string, FieldReading>();
    const found = this.classes.get(className);
    const symbol = found?.name && this.checker.getSymbolAtLocation(found.name);
    if (!symbol) return fields;
    const instance = this.checker.getDeclaredTypeOfSymbol(symbol);
    const translated = this.translator.fieldsOf(className);
    for (const property of this.checker.getPropertiesOfType(instance)) {
      if (property.flags & this.ts.SymbolFlags.Property && isSent(this.ts, property))
        fields.set(property.name, this.read(property, translated.get(property.name)));
    }
    return fields;
  }

  // The walk through the type refuses what JSON cannot carry, and gives the schema of what the translator does not know:
  // primitives with a brand, and the order in which literals were written.
  private read(property: TsSymbol, translated: JsonSchema | undefined): FieldReading {
    const { ts, checker } = this;
    const declaration = property.valueDeclaration;
    const at = declaration && position(declaration);
    const type = checker.getTypeOfSymbol(property);
    const members = type.isUnion() ? type.types : [type];
    const optional =
      (property.flags & ts.SymbolFlags.Optional) !== 0 ||
      members.some((member) => (member.flags & ts.TypeFlags.Undefined) !== 0);
    try {
      const reading = this.reading(declaration);
      const walked = typeSchema(reading, type);
      const schema = translated ? ordered(translated, reading.order) : walked;
      return { at, type: { schema, optional } };
    } catch (error) {
      if (error instanceof TypeRefusal) return { at, refusal: error };
      throw error;
    }
  }

  private reading(declaration: Declaration | undefined): TypeReading {
    const { ts, checker, program } = this;
    return {
      ts,
      checker,
      order: declaration ? literalOrder(ts, checker, declaration) : new Map(),
      isArgsClass: (symbol) => (symbol.declarations ?? []).some((found) => this.hasArgs(found)),
      isForeign: (symbol) =>
        (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0 &&
        (symbol.declarations ?? []).some((found) => {
          const source = found.getSourceFile();
          return (
            program.isSourceFileDefaultLibrary(source) || /[\\/]@types[\\/]node[\\/]/.test(source.fileName)
          );
        }),
    };
  }

  private hasArgs(declaration: Declaration): boolean {
    const { ts } = this;
    if (!ts.isClassLike(declaration)) return false;
    const own = declaration.members.some(
      (member) =>
        ts.isPropertyDeclaration(member) &&
        (ts.getDecorators(member) ?? []).some(({ expression }) => this.isArg(expression)),
    );
    if (own) return true;
    const parent = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
      ?.types[0];
    const base = parent && this.checker.getTypeAtLocation(parent).getSymbol();
    return (base?.declarations ?? []).some((found) => this.hasArgs(found));
  }

  // The decorator may have been imported under another name.
  private isArg(expression: Node): boolean {
    const { ts, checker } = this;
    if (!ts.isCallExpression(expression)) return false;
    const name = ts.isPropertyAccessExpression(expression.expression)
      ? expression.expression.name
      : expression.expression;
    let symbol = checker.getSymbolAtLocation(name);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const known = symbol && symbol.name !== 'unknown' ? symbol.name : name.getText();
    return known === 'Arg' || known === 'Explicit';
  }

  private collect(node: Node): void {
    if (this.ts.isClassDeclaration(node) && node.name && !this.classes.has(node.name.text))
      this.classes.set(node.name.text, node);
    this.ts.forEachChild(node, (child) => this.collect(child));
  }
}

function ordered(schema: JsonSchema, order: ReadonlyMap<unknown, number>): JsonSchema {
  const place = (value: unknown): number => order.get(value) ?? order.size;
  const out: JsonSchema = { ...schema };
  if (schema.enum) out.enum = [...schema.enum].sort((a, b) => place(a) - place(b));
  if (schema.anyOf) out.anyOf = schema.anyOf.map((branch) => ordered(branch, order));
  if (schema.items) out.items = ordered(schema.items, order);
  if (schema.properties)
    out.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, ordered(value, order)]),
    );
  if (typeof schema.additionalProperties === 'object')
    out.additionalProperties = ordered(schema.additionalProperties, order);
  return out;
}

function position(declaration: Declaration): SourcePosition {
  const source = declaration.getSourceFile();
  const name = (declaration as { name?: Node }).name ?? declaration;
  const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
  return { file: source.fileName, line: line + 1 };
}

function compilerOptions(ts: Compiler, tsconfig: string): CompilerOptions {
  const read = ts.readConfigFile(tsconfig, (file) => ts.sys.readFile(file));
  if (read.error) throw new Error(ts.flattenDiagnosticMessageText(read.error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(tsconfig));
  return { ...options, noEmit: true };
}
