import { hideValues } from '../json/hide-values';
import { argNotesOf, type ArgNote, type ArgsClass } from '../metadata';
import { planOf } from '../schema/args-schema';
import { authorProblems, hasAuthorRules } from '../schema/author-rules';
import type { ConfigProblem } from './config-problem';
import { entryOf, itemOf, sectionOf } from './known-settings';
import type { Sources } from './setting-sources';
import { joinPath } from './yaml-file';

/** Returns what an author's own class-validator rules say against the values of settings, which the schema allows. */
export async function settingsRuleProblems(
  cls: ArgsClass,
  settings: object,
  sources: Sources,
  path = 'settings',
): Promise<ConfigProblem[]> {
  const values = settings as Readonly<Record<string, unknown>>;
  const notes = argNotesOf(cls);
  const own = hasAuthorRules(cls) ? await brokenRules(cls, values, notes) : [];
  const here = own.map(({ note, message }): ConfigProblem => {
    const at = joinPath(path, note.wireName);
    return { origin: sources.where(at), path: at, message, cure: `Set what the rules of ${cls.name} allow.` };
  });
  const inner = notes.flatMap((note) =>
    parts(note, values[note.key]).map(([each, value, steps]) =>
      settingsRuleProblems(each, value, sources, steps.reduce(joinPath, path)),
    ),
  );
  return [...here, ...(await Promise.all(inner)).flat()];
}

// Nested classes are asked by themselves, and what nobody set is judged by whether it is required.
async function brokenRules(
  cls: ArgsClass,
  values: Readonly<Record<string, unknown>>,
  notes: readonly ArgNote[],
): Promise<{ note: ArgNote; message: string }[]> {
  const byName = new Map(notes.map((note) => [note.wireName, note]));
  return (await authorProblems(planOf(cls), values)).flatMap(({ field, message, received }) => {
    const note = byName.get(field);
    if (!note || values[note.key] === undefined) return [];
    // A rule's own message may quote the value.
    if (note.stated.secret)
      return [{ note, message: hideValues(message, { [field]: values[note.key] }, {}, { names: [field] }) }];
    return [{ note, message: received === undefined ? message : `${message}, got ${received}` }];
  });
}

type Part = readonly [cls: ArgsClass, value: object, steps: readonly (string | number)[]];

// The sections, items and entries of a setting that have a class of their own, with the steps that lead to them.
function parts(note: ArgNote, value: unknown): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const section = sectionOf(note);
  if (section) return [[section, value, [note.wireName]]];
  const item = itemOf(note);
  if (item && Array.isArray(value))
    return value.map((each, index) => [item, each as object, [note.wireName, index]]);
  const entry = entryOf(note);
  return entry
    ? Object.entries(value).map(([name, each]) => [entry, each as object, [note.wireName, name]])
    : [];
}
