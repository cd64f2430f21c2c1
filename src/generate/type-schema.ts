import type { LiteralType, Symbol as TsSymbol, TemplateLiteralType, Type, TypeChecker } from 'typescript';
import type { JsonSchema } from '../base/json-schema';
import type { Compiler } from './typescript-compiler';
import { templatePattern } from './template-pattern';
import { UNSENDABLE, unsendableObject } from './unsendable-types';

/** Thrown for a type that has no schema; one that JSON cannot carry is an error whatever the decorators state. */
export class TypeRefusal extends Error {
  constructor(
    message: string,
    readonly unsendable: boolean,
  ) {
    super(message);
  }
}

/** How a type is read. */
export interface TypeReading {
  readonly ts: Compiler;
  readonly checker: TypeChecker;
  /** The position of each literal, for the order of an enum. */
  readonly order: ReadonlyMap<unknown, number>;
  /** Whether a class has `@Arg` fields; its schema is made from these. */
  isArgsClass(symbol: TsSymbol): boolean;
  /** Whether a type belongs to the language or to Node. */
  isForeign(symbol: TsSymbol): boolean;
}

const DEEPEST = 24;

/** Returns the schema of a type; `path` is where it stands below the field. */
export function typeSchema(
  reading: TypeReading,
  type: Type,
  path = '',
  above: readonly Type[] = [],
): JsonSchema {
  const { ts, checker } = reading;
  const { flags } = type;
  const is = (wanted: number): boolean => (flags & wanted) !== 0;
  if (is(ts.TypeFlags.Any)) return open('any', path);
  if (is(ts.TypeFlags.Unknown)) return open('unknown', path);
  if (is(ts.TypeFlags.Boolean)) return { type: 'boolean' };
  if (type.isUnion()) return unionSchema(reading, type.types, path, above);
  if (is(ts.TypeFlags.Null)) return { type: 'null' };
  if (isLiteral(ts, type)) return { ...literals(reading, [type]) };
  if (is(ts.TypeFlags.String)) return { type: 'string' };
  if (is(ts.TypeFlags.Number)) return { type: 'number' };
  if (is(ts.TypeFlags.TemplateLiteral)) return templates(reading, [type], path);
  if (is(ts.TypeFlags.BigIntLike)) throw new TypeRefusal(at(path, UNSENDABLE.bigint), true);
  if (is(ts.TypeFlags.ESSymbolLike)) throw new TypeRefusal(at(path, UNSENDABLE.symbol), true);
  if (is(ts.TypeFlags.NonPrimitive)) return { type: 'object' };
  if (type.isIntersection()) {
    // A primitive with a brand is sent as the primitive.
    const plain = type.types.find(
      (part) => !(part.flags & (ts.TypeFlags.Object | ts.TypeFlags.TypeParameter)),
    );
    if (plain) return typeSchema(reading, plain, path, above);
  }
  if (is(ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectSchema(reading, type, path, above);
  throw unreadable(path, `is ${checker.typeToString(type)}, which has no schema: state schema`);
}

function open(name: string, path: string): JsonSchema {
  if (path) return {};
  throw unreadable(path, `is ${name}: state schema, such as schema: {} for any value`);
}

function unreadable(path: string, problem: string): TypeRefusal {
  return new TypeRefusal(at(path, problem), false);
}

function at(path: string, problem: string): string {
  return path ? `(at ${path}) ${problem}` : problem;
}

function isLiteral(ts: Compiler, type: Type): boolean {
  return (
    (type.flags & (ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral | ts.TypeFlags.BooleanLiteral)) !==
    0
  );
}

function literalValue({ ts, checker }: TypeReading, type: Type): unknown {
  if (type.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === 'true';
  return (type as LiteralType).value;
}

function literals(reading: TypeReading, types: readonly Type[]): JsonSchema {
  const place = (value: unknown): number => reading.order.get(value) ?? reading.order.size;
  const values = [...new Set(types.map((type) => literalValue(reading, type)))].sort(
    (a, b) => place(a) - place(b) || (String(a) < String(b) ? -1 : 1),
  );
  const kinds = new Set(values.map((value) => typeof value));
  const [kind] = kinds;
  const type = kinds.size === 1 ? { type: kind as 'string' | 'number' | 'boolean' } : {};
  return values.length === 1 ? { ...type, const: values[0] } : { ...type, enum: values };
}

function templates(reading: TypeReading, types: readonly Type[], path: string): JsonSchema {
  const patterns = types.map((type) => templatePattern(reading.ts, type as TemplateLiteralType));
  if (patterns.some((pattern) => pattern === undefined))
    throw unreadable(path, 'is a template literal that has no pattern: state pattern');
  return {
    type: 'string',
    pattern: patterns.length === 1 ? `^${patterns[0]}$` : `^(?:${patterns.join('|')})$`,
  };
}

function unionSchema(
  reading: TypeReading,
  members: readonly Type[],
  path: string,
  above: readonly Type[],
): JsonSchema {
  const { ts } = reading;
  const has = (type: Type, flag: number): boolean => (type.flags & flag) !== 0;
  const sent = members.filter((type) => !has(type, ts.TypeFlags.Undefined | ts.TypeFlags.Void));
  const flags = sent.filter((type) => has(type, ts.TypeFlags.BooleanLiteral));
  const constants = sent.filter(
    (type) => isLiteral(ts, type) && !(flags.length === 2 && flags.includes(type)),
  );
  const patterns = sent.filter((type) => has(type, ts.TypeFlags.TemplateLiteral));
  const nothing = sent.filter((type) => has(type, ts.TypeFlags.Null));
  const taken = new Set([...flags, ...constants, ...patterns, ...nothing]);
  const branches: JsonSchema[] = sent
    .filter((type) => !taken.has(type))
    .map((type) => typeSchema(reading, type, path, above));
  if (constants.length) branches.push(literals(reading, constants));
  if (flags.length === 2) branches.push({ type: 'boolean' });
  if (patterns.length) branches.push(templates(reading, patterns, path));
  if (nothing.length) branches.push({ type: 'null' });
  return branches.length === 1 ? branches[0]! : { anyOf: branches };
}

function objectSchema(reading: TypeReading, type: Type, path: string, above: readonly Type[]): JsonSchema {
  const { ts, checker } = reading;
  if (above.includes(type) || above.length > DEEPEST)
    throw unreadable(
      path,
      `contains itself (${checker.typeToString(type)}), and clients accept no references: state schema`,
    );
  const inner = [...above, type];
  const [argument] = checker.isArrayType(type) ? checker.getTypeArguments(type as never) : [];
  if (argument) return { type: 'array', items: typeSchema(reading, argument, `${path}[]`, inner) };
  if (checker.isTupleType(type)) throw unreadable(path, 'is a tuple: state schema, or write a class');
  if (type.getCallSignatures().length || type.getConstructSignatures().length)
    throw new TypeRefusal(at(path, UNSENDABLE.function), true);
  const foreign = foreignName(reading, type);
  if (foreign !== undefined) throw new TypeRefusal(at(path, unsendableObject(foreign)), true);
  const symbol = type.getSymbol();
  if (symbol && reading.isArgsClass(symbol)) return { type: 'object', class: symbol.name };
  const free = checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const property of checker.getPropertiesOfType(type)) {
    if (!isSent(ts, property)) continue;
    const { name } = property;
    const optional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const below = path ? `${path}.${name}` : name;
    properties[name] = typeSchema(reading, checker.getTypeOfSymbol(property), below, inner);
    if (!optional) required.push(name);
  }
  const values = free && typeSchema(reading, free, `${path}[…]`, inner);
  if (!values && !Object.keys(properties).length)
    throw unreadable(path, 'is an object type without fields: state schema, or type object');
  return {
    type: 'object',
    ...(Object.keys(properties).length && { properties }),
    ...(required.length && { required }),
    additionalProperties: values ? (Object.keys(values).length ? values : true) : false,
  };
}

/** Whether a property is part of what is sent: no `#private` one, and none that is hidden from the outside. */
export function isSent(ts: Compiler, property: TsSymbol): boolean {
  if (property.name.startsWith('__#') || property.name.startsWith('__@')) return false;
  const [declaration] = property.declarations ?? [];
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return !declaration || (ts.getCombinedModifierFlags(declaration) & hidden) === 0;
}

// The name of a type of the language or of Node that this one is or extends.
function foreignName(reading: TypeReading, type: Type): string | undefined {
  const symbol = type.getSymbol();
  if (symbol && reading.isForeign(symbol)) return symbol.name;
  if (type.isIntersection()) {
    for (const part of type.types) {
      const name = foreignName(reading, part);
      if (name !== undefined) return name;
    }
  }
  for (const base of type.isClassOrInterface() ? reading.checker.getBaseTypes(type) : []) {
    const name = foreignName(reading, base);
    if (name !== undefined) return name;
  }
  return undefined;
}
