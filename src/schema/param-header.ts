import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { AuthorError } from '../errors';

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
// Keywords that hold values, not schemas.
const VALUES: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);
const PLAIN: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** Publishes the header that repeats an argument over HTTP; throws if no client could send it. */
export function publishHeader(
  place: string,
  header: string,
  schema: JsonSchema,
  taken: readonly (string | undefined)[],
): void {
  fitting(place, header, schema.type, 'header');
  if (taken.some((other) => other?.toLowerCase() === header.toLowerCase()))
    throw new AuthorError(
      place,
      `has the header '${header}', which another field has.`,
      'Rename one of them.',
    );
  schema['x-mcp-header'] = header;
}

/**
 * Throws if a header in a schema makes clients leave the tool out: one that they can't send, that can't stand for its value,
 * that is where they don't look (in lists, alternatives or maps), or that is named twice. `option` is what authors write it with.
 */
export function checkHeaders(source: string, schema: JsonSchema, option: 'header' | 'x-mcp-header'): void {
  const seen = new Set<string>();
  const visit = (value: unknown, place: string, reachable: boolean): void => {
    if (Array.isArray(value)) return value.forEach((inner) => visit(inner, place, false));
    if (!isObject(value)) return;
    if (value['x-mcp-header'] !== undefined) {
      const header = fitting(place, value['x-mcp-header'], value['type'], option);
      const name = header.toLowerCase();
      if (!reachable)
        throw new AuthorError(
          place,
          `has the header '${header}' inside a list, a map or an alternative, where no header can stand for it.`,
          `Remove \`${option}\`.`,
        );
      if (seen.has(name))
        throw new AuthorError(
          place,
          `has the header '${header}', which another field has.`,
          'Rename one of them.',
        );
      seen.add(name);
    }
    for (const [keyword, inner] of Object.entries(value)) {
      if (VALUES.has(keyword)) continue;
      if (keyword !== 'properties' || !isObject(inner)) visit(inner, place, false);
      else for (const name in inner) visit(inner[name], `${place}.${name}`, reachable);
    }
  };
  visit(schema, source, true);
}

// Returns a header that can be sent and stand for a value of this type; throws for any other.
function fitting(place: string, header: unknown, type: unknown, option: string): string {
  if (typeof header !== 'string' || !TOKEN.test(header))
    throw new AuthorError(
      place,
      `has the header ${typeof header === 'string' ? `'${header}'` : JSON.stringify(header)}, which HTTP can't carry.`,
      'Use letters, digits and -.',
    );
  if (!PLAIN.has(type))
    throw new AuthorError(
      place,
      'has a header and is no plain text, integer or boolean.',
      `Remove \`${option}\`; clients leave out a tool with it. A field that may be null can be optional instead.`,
    );
  return header;
}
