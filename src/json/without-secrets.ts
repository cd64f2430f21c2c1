import { HIDDEN } from '../base/hidden';
import type { JsonSchema } from '../base/json-schema';
import { isObject, parsedJson } from '../base/json-value';
import { redactNames } from '../base/redact-names';
import { carriedSchema, mayCarry } from './carried-arguments';
import { isDeclaredShape } from './declared-shape';
import { holdsSecret } from './holds-secret';
import type { KnownSecrets } from './known-secrets';
import { isClosed, itemSchemas, memberSchemas, placedSchemas, withBranches } from './schema-parts';
import { isSecret } from './secret-properties';

const DEEPEST = 64;

/**
 * Returns a copy of the arguments of a call with secrets hidden, at any depth. Hidden too is whatever has another shape than
 * the schema declares where a secret is somewhere below, and whatever the schema refuses to know: it may be a secret under a misspelt
 * name. A text that is declared as one is kept as it is, so that nobody who reads the copy misses a part of it; text in the place of an
 * object or a list is hidden as far as that is needed. What is carried to another tool is hidden by what that declares. `taken` is given each secret that was hidden, but not what is merely unknown.
 */
export function withoutSecrets(
  args: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  secrets: KnownSecrets,
  taken: (value: unknown) => void = () => undefined,
): Record<string, unknown> {
  return new Hiding(schema, secrets, taken).members(args, [schema], 0);
}

class Hiding {
  constructor(
    private readonly root: JsonSchema,
    private readonly secrets: KnownSecrets,
    private readonly taken: (value: unknown) => void,
  ) {}

  members(
    object: Readonly<Record<string, unknown>>,
    schemas: readonly JsonSchema[],
    depth: number,
  ): Record<string, unknown> {
    const all = this.branches(schemas);
    const closed = all.some(isClosed);
    const carried = carriedSchema(object, this.secrets);
    const shown = Object.entries(object).map(([name, value]) => {
      if (this.secrets.names.includes(name)) return [name, this.hidden(value)] as const;
      const declared = all.flatMap((each) => memberSchemas(each, name));
      if (closed && !declared.length) return [name, HIDDEN] as const;
      if (carried && mayCarry(declared)) return [name, this.carried(value, carried, depth + 1)] as const;
      const known = declared.length ? declared : (this.secrets.holders?.get(name) ?? []);
      return [name, this.value(value, known, depth + 1)] as const;
    });
    return Object.fromEntries(shown);
  }

  private value(value: unknown, schemas: readonly JsonSchema[], depth: number): unknown {
    if (value === null || value === undefined) return value;
    const all = this.branches(schemas);
    if (all.some(isSecret)) return this.hidden(value);
    const holds = this.hold(all);
    if (holds && !isDeclaredShape(value, all)) return this.misshapen(value, all, depth);
    if (typeof value === 'string')
      return holds || all.some(takesText) ? value : redactNames(value, this.secrets.names);
    if (typeof value !== 'object') return value;
    if (depth > DEEPEST) return HIDDEN;
    if (isObject(value)) return this.members(value, all, depth);
    const items = all.flatMap(itemSchemas);
    return (value as unknown[]).map((item, index) => {
      const placed = all.flatMap((each) => placedSchemas(each, index));
      // An item that is missing moves all others.
      return this.value(item, this.hold(placed) ? placed : items, depth + 1);
    });
  }

  private carried(value: unknown, schema: JsonSchema, depth: number): unknown {
    return new Hiding(schema, this.secrets, this.taken).value(value, [{ type: 'object', ...schema }], depth);
  }

  // Clients send objects and lists as JSON text too.
  private misshapen(value: unknown, schemas: readonly JsonSchema[], depth: number): unknown {
    const parsed = typeof value === 'string' ? parsedJson(value) : undefined;
    if (typeof parsed !== 'object' || parsed === null || !isDeclaredShape(parsed, schemas))
      return this.hidden(value);
    return JSON.stringify(this.value(parsed, schemas, depth));
  }

  private hidden(value: unknown): string {
    this.taken(value);
    return HIDDEN;
  }

  private hold(schemas: readonly JsonSchema[]): boolean {
    return schemas.some((each) => holdsSecret(each, this.secrets.names, this.root));
  }

  private branches(schemas: readonly JsonSchema[]): JsonSchema[] {
    return schemas.flatMap((each) => withBranches(each, this.root));
  }
}

function takesText(schema: Readonly<Record<string, unknown>>): boolean {
  const { type } = schema;
  return type === 'string' || (Array.isArray(type) && type.includes('string'));
}
