import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { holdsSecret } from '../json/holds-secret';

const NO_NAMES: readonly string[] = [];

/** Returns a schema without the defaults of secrets, and of whatever has a secret in it, by a shape that marks them. */
export function withoutSecretDefaults(schema: JsonSchema, shape: JsonSchema | undefined): JsonSchema {
  if (!shape || !holdsSecret(shape, NO_NAMES, shape)) return schema;
  const { default: _, ...open } = schema;
  const { properties, items, additionalProperties: free, anyOf } = open;
  if (anyOf) open.anyOf = anyOf.map((each) => withoutSecretDefaults(each, shape));
  if (items) open.items = withoutSecretDefaults(items, shape.items);
  if (isObject(free)) open.additionalProperties = withoutSecretDefaults(free, objectIn(shape));
  if (properties)
    open.properties = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [
        name,
        withoutSecretDefaults(each, shape.properties?.[name]),
      ]),
    );
  return open;
}

function objectIn({ additionalProperties: free }: JsonSchema): JsonSchema | undefined {
  return isObject(free) ? free : undefined;
}
