import { argNotesOf } from '../metadata';

/** A default as the schema states it: an instance of a nested class has its fields under their wire names. */
export function publishedDefault(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publishedDefault);
  if (typeof value !== 'object' || value === null) return value;
  const notes = argNotesOf(value.constructor);
  if (!notes.length) return structuredClone(value);
  const fields = notes.map(({ key, wireName }) => [
    wireName,
    publishedDefault((value as Record<string, unknown>)[key]),
  ]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}
