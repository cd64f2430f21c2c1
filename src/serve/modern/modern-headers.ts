import { isObject } from '../../base/json-value';
import { isModern, MetaKey } from './protocol-era';
import { WireError } from '../wire-error';

const HEADER_MISMATCH = -32020;

/** The headers that repeat arguments, each with the path of its argument; from `x-mcp-header` in a tool's schema. */
export type ParamHeaders = readonly { readonly header: string; readonly path: readonly string[] }[];

/** Which parameter of a method the header `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/** Returns the headers that the properties of an input schema name, at any depth. */
export function paramHeadersOf(
  inputSchema: Record<string, unknown>,
  above: readonly string[] = [],
): ParamHeaders {
  const { properties } = inputSchema;
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    if (!isObject(property)) return [];
    const path = [...above, name];
    const header = property['x-mcp-header'];
    const own = typeof header === 'string' ? [{ header: `mcp-param-${header.toLowerCase()}`, path }] : [];
    return [...own, ...paramHeadersOf(property, path)];
  });
}

/**
 * Compares the headers of a modern HTTP request with its body; returns the error that refuses it if they differ.
 * `header` returns a header by its lower-case name; `paramHeaders` those of the tool that is called.
 */
export function headerMismatch(
  message: Record<string, unknown>,
  header: (name: string) => string | undefined,
  paramHeaders?: ParamHeaders,
): WireError | undefined {
  const { method, params } = message;
  const body = isObject(params) ? params : {};
  const meta = isObject(body['_meta']) ? body['_meta'] : {};
  if (!isModern(message) && header('mcp-protocol-version') === undefined) return undefined;
  const version = meta[MetaKey.version];
  const wanted: [string, unknown][] = [['mcp-method', method]];
  // A body without a version is refused as such, by the lane.
  if (version !== undefined) wanted.unshift(['mcp-protocol-version', version]);
  const named = typeof method === 'string' ? NAMED_BY[method] : undefined;
  if (named !== undefined) wanted.push(['mcp-name', body[named]]);
  for (const { header: repeated, path } of paramHeaders ?? [])
    wanted.push([repeated, plainAt(body['arguments'], path)]);
  for (const [name, value] of wanted) {
    const problem = problemOf(name, header(name), value);
    if (problem !== undefined) return new WireError(HEADER_MISMATCH, `Header mismatch: ${problem}`);
  }
  return undefined;
}

// What is no plain value can't be repeated in a header, and is refused by the tool's schema.
function plainAt(args: unknown, path: readonly string[]): unknown {
  const value = path.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    args,
  );
  return typeof value === 'object' ? undefined : value;
}

function problemOf(name: string, given: string | undefined, value: unknown): string | undefined {
  if (value === undefined || value === null)
    return given === undefined ? undefined : `${name} has no counterpart in the body`;
  if (given === undefined) return `${name} is missing`;
  const decoded = decodedHeader(given);
  if (decoded === undefined) return `${name} is not valid`;
  return matches(decoded, value) ? undefined : `${name} differs from the body`;
}

const ENCODED = /^=\?base64\?(.*)\?=$/i;

/** Returns a header's value; what can't be in a header travels as `=?base64?…?=`. */
function decodedHeader(text: string): string | undefined {
  const encoded = ENCODED.exec(text)?.[1];
  if (encoded === undefined) return /^[\x20-\x7e\t]*$/.test(text) ? text.trim() : undefined;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded) || encoded.length % 4 !== 0) return undefined;
  return Buffer.from(encoded, 'base64').toString('utf8');
}

function matches(text: string, value: unknown): boolean {
  if (typeof value === 'string') return text === value;
  if (typeof value === 'number') return text.trim() !== '' && Number(text) === value;
  return typeof value === 'boolean' && text === String(value);
}
