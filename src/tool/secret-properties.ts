import type { JsonSchema } from '../base/json-schema';
import { innerSchemas } from '../json/schema-keywords';

/** Returns the names of the properties that a raw schema marks as secret, at any depth: `writeOnly`, or the format `password`. */
export function secretProperties(schema: JsonSchema): readonly string[] {
  const names = new Set<string>();
  const look = (each: JsonSchema): void => {
    for (const [name, property] of Object.entries(each.properties ?? {}))
      if (property['writeOnly'] === true || property.format === 'password') names.add(name);
    innerSchemas(each).forEach(look);
  };
  look(schema);
  return [...names];
}
