import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../../src/base/json-schema';

/** The shipped definitions, by name. */
export const SHIPPED = readdirSync(join(__dirname, '../../definitions')).map((file) =>
  file.replace('.json', ''),
);

/** Returns valid arguments for a schema, with everything that is required; `sub` and `a.txt` are its paths. */
export function exampleArguments(schema: JsonSchema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const required = schema.required ?? [];
    return Object.fromEntries(
      required.map((key) => [key, exampleArguments(schema.properties?.[key] as JsonSchema, key)]),
    );
  }
  if (type === 'array') return [exampleArguments((schema.items ?? { type: 'string' }) as JsonSchema, name)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return name === 'path' || name === 'directory' ? 'sub' : 'a.txt';
}

/** Returns every file below a directory with its contents, links by their targets. */
export function picture(directory: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(path)}`;
    else if (entry.isDirectory()) Object.assign(found, { [path]: 'directory' }, picture(path));
    else found[path] = readFileSync(path, 'latin1');
  }
  return found;
}
