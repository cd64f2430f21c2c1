import { HIDDEN } from '../base/hidden';
import { isObject } from '../base/json-value';
import { withoutSecrets } from '../json/without-secrets';
import { argNotesOf, type ArgNote, type ArgsClass } from '../metadata';
import { entryOf, itemOf, sectionOf } from './known-settings';
import { secretShapeOfField } from './secret-shape';

const PASSWORD = /\/\/[^/@\s]*@/g;

/** Returns the value of a setting under the names that the file has for it. */
export function settingInFile(note: ArgNote, value: unknown): unknown {
  const section = sectionOf(note);
  if (section) return fieldsInFile(section, value);
  const item = itemOf(note);
  if (item && Array.isArray(value)) return value.map((each) => fieldsInFile(item, each));
  const entry = entryOf(note);
  if (!entry || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fieldsInFile(entry, each)]));
}

/** Returns such a value as it may be shown: without the secrets in it, at any depth, and without passwords in URLs. */
export function shownSetting(note: ArgNote, value: unknown): unknown {
  const { wireName } = note;
  const schema = { properties: { [wireName]: secretShapeOfField(note) } };
  return withoutPasswords(withoutSecrets({ [wireName]: value }, schema, { names: [] })[wireName]);
}

function fieldsInFile(cls: ArgsClass, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Readonly<Record<string, unknown>>;
  const set = argNotesOf(cls).filter(({ key }) => fields[key] !== undefined);
  return Object.fromEntries(set.map((note) => [note.wireName, settingInFile(note, fields[note.key])]));
}

function withoutPasswords(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(PASSWORD, `//${HIDDEN}@`);
  if (Array.isArray(value)) return value.map(withoutPasswords);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutPasswords(inner)]));
}
