import type { ArgAccess, DeclaredAccess } from '../base/access';
import { AuthorError } from '../errors';
import type { JsonSchema } from '../base/json-schema';
import { refuseWrongAccess } from '../schema/access-rules';

/** Returns the arguments of a raw schema that the policy judges; throws for names that the schema does not have. */
export function definedAccesses(
  access: Readonly<Record<string, ArgAccess>>,
  schema: JsonSchema,
  source: string,
): readonly DeclaredAccess[] {
  return Object.entries(access).map(([field, kind]) => {
    const found = propertyAt(schema, field.split('.'));
    if (!found)
      throw new AuthorError(
        source,
        `has an access for '${field}', which its input schema does not have.`,
        'Name a property, dotted inside objects: `access: { path: "read", "output.file": "write" }`.',
      );
    refuseWrongAccess(`${source}: ${field}`, { access: kind }, found);
    return { field, kind };
  });
}

function propertyAt(schema: JsonSchema, names: readonly string[]): JsonSchema | undefined {
  const [name, ...rest] = names;
  if (name === undefined) return schema;
  const inner = schema.type === 'array' ? schema.items : schema;
  const properties = inner?.properties ?? {};
  return Object.hasOwn(properties, name) ? propertyAt(properties[name]!, rest) : undefined;
}
