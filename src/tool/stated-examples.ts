import type { ObjectSchema } from '../base/json-schema';
import type { StatedExamples } from '../json/schema-example';
import type { ToolExample } from '../metadata';

/** Returns the arguments that an author states as examples: those of the tool, and one with those of single arguments. */
export function statedArguments(
  examples: readonly ToolExample[] | undefined,
  schema: ObjectSchema,
  stated: StatedExamples = new WeakMap<object, unknown>(),
): readonly Readonly<Record<string, unknown>>[] {
  const single = Object.entries(schema.properties).flatMap(([name, property]) => {
    if (stated.has(property)) return [[name, stated.get(property)] as const];
    return property.examples?.length ? [[name, property.examples[0]] as const] : [];
  });
  const whole = (examples ?? []).map(({ args }) => args);
  return single.length ? [...whole, Object.fromEntries(single)] : whole;
}
