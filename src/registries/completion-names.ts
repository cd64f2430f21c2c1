import { argNotesOf, type ArgsClass } from '../metadata';

/** What is to be completed: an argument, and what was filled in for the others. */
export interface ToComplete {
  readonly argument: string;
  readonly others: Readonly<Record<string, string>>;
}

/** Brings what a client asks to complete under the names of the fields, as the author wrote them; undefined if it is no argument of the class. */
export function inFieldNames(cls: ArgsClass, { argument, others }: ToComplete): ToComplete | undefined {
  const notes = argNotesOf(cls);
  const asked = notes.find(({ wireName }) => wireName === argument);
  if (!asked) return undefined;
  const filled = notes.flatMap(({ key, wireName }) =>
    Object.hasOwn(others, wireName) ? [[key, others[wireName]!] as const] : [],
  );
  return { argument: asked.key, others: Object.fromEntries(filled) };
}
