import { isObject } from '../base/json-value';

const MOST_MEMBERS = 12;
const LONGEST_TEXT = 120;
const MOST_CHARACTERS = 900;

/** Describes a large JSON value in a few words: small members as they are, large ones by their size. */
export function jsonShape(value: unknown): string {
  const shape = shaped(value, 0);
  return shape.length > MOST_CHARACTERS ? shaped(value, 2) : shape;
}

function shaped(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return value.length <= LONGEST_TEXT && depth < 3
      ? JSON.stringify(value)
      : `text of ${value.length} characters`;
  if (Array.isArray(value)) {
    const items = `${value.length} items`;
    return value.length && depth < 2 && isObject(value[0])
      ? `[${items}, each ${members(value[0], 2)}]`
      : `[${items}]`;
  }
  if (isObject(value)) return members(value, depth);
  return String(JSON.stringify(value));
}

function members(value: Record<string, unknown>, depth: number): string {
  const keys = Object.keys(value);
  const shown = keys
    .slice(0, MOST_MEMBERS)
    .map((key) => (depth < 2 ? `${shownKey(key)}: ${shaped(value[key], depth + 1)}` : shownKey(key)));
  if (keys.length > MOST_MEMBERS) shown.push(`… ${keys.length - MOST_MEMBERS} more`);
  return `{ ${shown.join(', ')} }`;
}

function shownKey(key: string): string {
  if (key.length > 60) return JSON.stringify(`${key.slice(0, 60)}…`);
  return /^[\w$-]+$/.test(key) ? key : JSON.stringify(key);
}
