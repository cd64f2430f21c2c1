import { AuthorError } from '../../errors';
import { digestOf } from '../../base/json-digest';
import { parsedJson } from '../../base/json-value';
import type { Repair } from '../../outcome';
import type { ToolShape } from '../../tool/tool';

/** Returns the key of a call whose tool derives it from its arguments; undefined if it doesn't. */
export function derivedKey(
  tool: ToolShape,
  args: Readonly<Record<string, unknown>>,
  repairs: readonly Repair[],
): string | undefined {
  const { name, idempotencyKey } = tool;
  if (!idempotencyKey) return undefined;
  refuseUnknownKeys(tool);
  const values = idempotencyKey.map((field) => {
    const value = args[field];
    // What was accepted as the JSON it contains is the same as that JSON.
    const isRepaired = typeof value === 'string' && repairs.some((repair) => repair.field === field);
    return isRepaired ? (parsedJson(value) ?? value) : (value ?? null);
  });
  return `derived ${name} ${digestOf(values)}`;
}

/** Throws if a tool derives its key from an argument that it doesn't have: all of its calls would be the same. */
export function refuseUnknownKeys(tool: ToolShape): void {
  const { idempotencyKey = [], source } = tool;
  if (tool.idempotencyKey === undefined) return;
  const known = Object.keys(tool.describe().inputSchema.properties);
  const unknown = idempotencyKey.filter((field) => !known.includes(field));
  if (!unknown.length && idempotencyKey.length) return;
  const what = unknown.length ? `names ${unknown.join(', ')}, which is no argument` : 'is empty';
  throw new AuthorError(
    source,
    `has an idempotencyKey that ${what}.`,
    `Name arguments as they are published: ${known.join(', ') || 'there are none'}.`,
  );
}
