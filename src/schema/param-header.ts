import type { JsonSchema } from '../base/json-schema';
import { AuthorError } from '../errors';

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const PLAIN: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/** Publishes the header that repeats an argument over HTTP; throws if no client could send it. */
export function publishHeader(
  place: string,
  header: string,
  value: JsonSchema,
  schema: JsonSchema,
  taken: readonly (string | undefined)[],
): void {
  if (!TOKEN.test(header))
    throw new AuthorError(
      place,
      `has the header '${header}', which HTTP can't carry.`,
      'Use letters, digits and -.',
    );
  if (!PLAIN.has(value.type))
    throw new AuthorError(place, 'has a header and is no text, number or boolean.', 'Remove `header`.');
  if (taken.some((other) => other?.toLowerCase() === header.toLowerCase()))
    throw new AuthorError(
      place,
      `has the header '${header}', which another field has.`,
      'Rename one of them.',
    );
  schema['x-mcp-header'] = header;
}
