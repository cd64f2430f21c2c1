import { isPlainObject } from '../base/any-realm';
import { argNotesOf } from '../metadata';

/** A default as the schema states it: instances of nested classes, in maps too, have their fields under their wire names. */
export function publishedDefault(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publishedDefault);
  if (typeof value !== 'object' || value === null) return value;
  const notes = argNotesOf(value.constructor);
  if (!notes.length) return isPlainObject(value) ? publishedMap(value) : structuredClone(value);
  const fields = notes.map(({ key, wireName }) => [
    wireName,
    publishedDefault((value as Record<string, unknown>)[key]),
  ]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}

function publishedMap(map: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, publishedDefault(value)]));
}
