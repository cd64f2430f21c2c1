import { isObject } from '../base/json-value';

/** A part of a JSON value, or why there is none. */
export type JsonPart = { readonly value: unknown } | { readonly error: string };

type Step =
  | { readonly key: string }
  | { readonly index: number }
  | { readonly from: number; readonly to: number | undefined }
  | 'each';

const STEP = /\.?([\p{L}_$][\p{L}\p{N}_$-]*)|\[(-?\d+)\]|\[(\d*):(\d*)\]|\[\*\]|\["((?:[^"\\]|\\.)*)"\]/uy;

/** Selects a part of a JSON value by a path such as `items[0:20]`, `results[*].name` or `["odd key"].x`. */
export function selectPart(value: unknown, path: string): JsonPart {
  const steps = stepsOf(path);
  return 'error' in steps ? steps : taken(value, steps.list, '');
}

function stepsOf(path: string): { readonly list: Step[] } | { readonly error: string } {
  const list: Step[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const at = STEP.lastIndex;
    const match = STEP.exec(path);
    if (!match) {
      const rest = path.slice(at, at + 40);
      return {
        error: `select is not understood from ${JSON.stringify(rest)}: write a path such as items[0:20].name, results[*].title or ["odd key"]`,
      };
    }
    const [, key, index, from, to, quoted] = match;
    if (key !== undefined) list.push({ key });
    else if (quoted !== undefined) list.push({ key: JSON.parse(`"${quoted}"`) as string });
    else if (index !== undefined) list.push({ index: Number(index) });
    else if (from !== undefined) list.push({ from: Number(from || 0), to: to ? Number(to) : undefined });
    else list.push('each');
  }
  return { list };
}

function taken(value: unknown, steps: readonly Step[], where: string): JsonPart {
  const [step, ...rest] = steps;
  if (step === undefined) return { value };
  const place = where || 'the answer';
  if (step !== 'each' && 'key' in step) {
    if (!isObject(value)) return { error: `${place} is ${kindOf(value)}, and has no member ${step.key}` };
    if (!Object.hasOwn(value, step.key))
      return { error: `${place} has no member ${step.key}; it has ${names(value)}` };
    return taken(value[step.key], rest, where ? `${where}.${step.key}` : step.key);
  }
  if (!Array.isArray(value)) return { error: `${place} is ${kindOf(value)}, not a list` };
  if (step !== 'each' && 'index' in step) {
    const item: unknown = value.at(step.index);
    if (item === undefined)
      return { error: `${place} has ${value.length} items; there is none at ${step.index}` };
    return taken(item, rest, `${where}[${step.index}]`);
  }
  const items = step === 'each' ? value : value.slice(step.from, step.to);
  const parts: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const part = taken(item, rest, `${where}[${index}]`);
    if ('error' in part) return part;
    parts.push(part.value);
  }
  return { value: parts };
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length} items`;
  if (isObject(value)) return 'an object';
  return value === null ? 'null' : `a ${typeof value}`;
}

function names(value: Record<string, unknown>): string {
  const keys = Object.keys(value);
  if (!keys.length) return 'none';
  return keys.length > 30 ? `${keys.slice(0, 30).join(', ')} and ${keys.length - 30} more` : keys.join(', ');
}
