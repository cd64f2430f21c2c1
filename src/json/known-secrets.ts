import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { holdsSecret } from './holds-secret';
import { withBranches } from './schema-parts';
import { VALUES } from './secret-properties';

/** What is known to be secret in arguments, besides what their own schema marks. */
export interface KnownSecrets {
  /** Names whose values are hidden, wherever they stand. */
  readonly names: readonly string[];
  /** What is declared under the names that have a secret somewhere below, for arguments that one tool carries to another. */
  readonly holders?: ReadonlyMap<string, readonly JsonSchema[]>;
  /** What the tools with secrets declare, by their names: a secret may have no name of its own, as in a map of all arguments. */
  readonly tools?: ReadonlyMap<string, JsonSchema>;
}

/** What a tool declares about its arguments, for whoever shows them. */
export interface DeclaredSecrets {
  readonly schema: JsonSchema;
  /** The names of those that are secret. */
  readonly names: readonly string[];
  /** The name of the tool. */
  readonly tool?: string;
}

/** Returns what is secret in the arguments of any of several tools. */
export function knownSecrets(tools: readonly DeclaredSecrets[]): KnownSecrets {
  const names = [...new Set(tools.flatMap((tool) => tool.names))];
  const secret = tools.filter(({ schema }) => holdsSecret(schema, names, schema));
  const holders = new Map<string, JsonSchema[]>();
  const look = (schema: unknown, root: JsonSchema): void => {
    if (Array.isArray(schema)) return schema.forEach((each) => look(each, root));
    if (!isObject(schema)) return;
    for (const [keyword, inner] of Object.entries(schema)) {
      if (VALUES.has(keyword)) continue;
      if (keyword === 'properties' && isObject(inner))
        for (const [name, property] of Object.entries(inner))
          if (isObject(property) && !names.includes(name) && holdsSecret(property, names, root))
            holders.set(name, [...(holders.get(name) ?? []), ...withBranches(property, root)]);
      look(inner, root);
    }
  };
  for (const { schema } of secret) look(schema, schema);
  const byName = new Map(secret.flatMap(({ tool, schema }) => (tool === undefined ? [] : [[tool, schema]])));
  return { names, holders, tools: byName };
}
