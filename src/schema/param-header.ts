import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { AuthorError } from '../errors';

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const PLAIN: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Publishes the header that repeats an argument over HTTP; throws if no client could send it. */
export function publishHeader(
  place: string,
  header: string,
  schema: JsonSchema,
  taken: readonly (string | undefined)[],
): void {
  if (!TOKEN.test(header))
    throw new AuthorError(
      place,
      `has the header '${header}', which HTTP can't carry.`,
      'Use letters, digits and -.',
    );
  if (!PLAIN.has(schema.type))
    throw new AuthorError(
      place,
      'has a header and is no plain text, integer or boolean.',
      'Remove `header`; clients leave out a tool with it. A field that may be null can be optional instead.',
    );
  if (taken.some((other) => other?.toLowerCase() === header.toLowerCase()))
    throw new AuthorError(
      place,
      `has the header '${header}', which another field has.`,
      'Rename one of them.',
    );
  schema['x-mcp-header'] = header;
}

/** Throws if a header is where clients don't look for it (in lists, alternatives or maps), or is named twice in nested classes. */
export function checkHeaders(cls: string, schema: JsonSchema): void {
  const seen = new Set<string>();
  const visit = (value: unknown, place: string, reachable: boolean): void => {
    if (Array.isArray(value)) return value.forEach((inner) => visit(inner, place, false));
    if (!isObject(value)) return;
    const header = value['x-mcp-header'];
    if (typeof header === 'string') {
      if (!reachable)
        throw new AuthorError(
          place,
          `has the header '${header}' inside a list, a map or an alternative, where no header can stand for it.`,
          'Remove `header`.',
        );
      if (seen.has(header.toLowerCase()))
        throw new AuthorError(
          place,
          `has the header '${header}', which another field has.`,
          'Rename one of them.',
        );
      seen.add(header.toLowerCase());
    }
    for (const [keyword, inner] of Object.entries(value)) {
      if (keyword !== 'properties' || !isObject(inner)) visit(inner, place, false);
      else for (const name in inner) visit(inner[name], `${place}.${name}`, reachable);
    }
  };
  visit(schema, cls, true);
}
