import type { JsonSchema } from '../../src/base/json-schema';
import { isObject } from '../../src/base/json-value';

/** One member of the configuration, wherever it is. */
export interface Member {
  readonly path: string;
  /** A configuration with this member, and nothing else that can be left out. */
  readonly given: object;
  /** The same without it, if the file's schema requires it. */
  readonly left?: object;
}

type Wrap = (inside: unknown) => object;

/** Lists every member that the schema of the file knows, by walking its sections, maps and lists. */
export function membersIn(
  schema: JsonSchema,
  path = '',
  wrap: Wrap = (inside) => inside as object,
): Member[] {
  const free = schema.additionalProperties;
  if (isObject(free)) {
    const inner = isObject((free as JsonSchema).properties) ? (free as JsonSchema) : undefined;
    return inner ? membersIn(inner, joined(path, 'any'), (inside) => wrap({ any: inside })) : [];
  }
  if (schema.type === 'array')
    return schema.items?.properties ? membersIn(schema.items, `${path}[0]`, (inside) => wrap([inside])) : [];
  const required = schema.required ?? [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, each]) => {
    const others = Object.fromEntries(
      required
        .filter((other) => other !== name)
        .map((other) => [other, sampleOf(schema.properties![other]!)]),
    );
    const within: Wrap = (inside) => wrap({ ...others, [name]: inside });
    const member: Member = {
      path: joined(path, name),
      given: within(sampleOf(each)),
      ...(required.includes(name) && { left: wrap(others) }),
    };
    return [member, ...membersIn(each, member.path, within)];
  });
}

/** Writes the names of fields as the configuration of an app does; names that are free are left as they are. */
export function camelFromSnake(value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      inner,
    ]),
  );
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

// The least that a schema takes.
function sampleOf(schema: JsonSchema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined && typeof schema.default !== 'object') return schema.default;
  switch (schema.type) {
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sampleOf(schema.items!));
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties![name]!)]),
      );
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    default:
      return textOf(schema);
  }
}

const TEXTS = [
  'text',
  '127.0.0.1:3000',
  'https://example.com',
  '/path',
  'ES256',
  'redis://localhost',
  'x'.repeat(40),
];

function textOf({ pattern, minLength = 0, maxLength = Infinity }: JsonSchema): string {
  const fits = (text: string): boolean =>
    text.length >= minLength && text.length <= maxLength && new RegExp(pattern ?? '').test(text);
  return TEXTS.find(fits) ?? 'text';
}
