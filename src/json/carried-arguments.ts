import type { JsonSchema } from '../base/json-schema';
import type { KnownSecrets } from './known-secrets';

/** Returns what the tool takes that one of these arguments names, if it has secrets; they are then carried by another argument. */
export function carriedSchema(
  args: Readonly<Record<string, unknown>>,
  { tools }: KnownSecrets,
): JsonSchema | undefined {
  if (!tools?.size) return undefined;
  const texts = Object.values(args).filter((value) => typeof value === 'string');
  return [...tools].find(([tool]) => texts.some((text) => isSameTool(text, tool)))?.[1];
}

/** Returns whether an argument that is declared like this may carry those of another tool: an object of which nothing is said. */
export function mayCarry(declared: readonly JsonSchema[]): boolean {
  return declared.every(({ type, properties }) => !properties && (type === undefined || type === 'object'));
}

// Either may have the prefix under which the tool is published.
function isSameTool(one: string, other: string): boolean {
  return one === other || one.endsWith(`_${other}`) || other.endsWith(`_${one}`);
}
