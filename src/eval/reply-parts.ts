import { isObject } from '../base/json-value';

/** Returns a text of an answer; empty if it is something else. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns a count of an answer; 0 if it is something else. */
export function countIn(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}

/** Returns the objects of a list of an answer. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
