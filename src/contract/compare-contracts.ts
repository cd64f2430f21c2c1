import type { OfferedPrompt } from '../base/offer';
import { sameJson } from '../json/same-json';
import { CHANGE_LEVELS, type ContractChange } from './change';
import { compareTools, type CompareOptions, type FieldChange } from './compare-tools';
import type { Contract } from './contract';

/** Says what changed from one contract to another, what breaks clients first. */
export function compareContracts(
  old: Contract,
  now: Contract,
  options: CompareOptions = {},
): ContractChange[] {
  const name = (entry: { readonly name: string }): string => entry.name;
  const changes = [
    ...compared('tool', old.tools, now.tools, name, (was, is) => compareTools(was, is, options)),
    ...compared('prompt', old.prompts, now.prompts, name, comparePrompts),
    ...compared('resource', old.resources, now.resources, ({ uri }) => uri, compareResources),
    ...compared('resource', old.templates, now.templates, ({ uriTemplate }) => uriTemplate, compareResources),
    ...(old.instructions === now.instructions
      ? []
      : [change('the server', ['patch', 'instructions changed'])]),
    ...(old.server?.name === now.server?.name
      ? []
      : [change('the server', ['patch', `is called ${now.server?.name ?? 'nothing'} now`])]),
  ];
  return changes.sort((a, b) => CHANGE_LEVELS.indexOf(a.level) - CHANGE_LEVELS.indexOf(b.level));
}

function compared<T>(
  kind: string,
  old: readonly T[],
  now: readonly T[],
  keyOf: (entry: T) => string,
  compare: (old: T, now: T) => FieldChange[],
): ContractChange[] {
  const [had, has] = [old, now].map((list) => new Map(list.map((entry) => [keyOf(entry), entry])));
  return [...new Set([...had!.keys(), ...has!.keys()])].flatMap((key) => {
    const [was, is] = [had!.get(key), has!.get(key)];
    const subject = `${kind} ${key}`;
    if (was === undefined) return [change(subject, ['minor', 'was added'])];
    if (is === undefined) return [change(subject, ['major', 'was removed'])];
    return compare(was, is).map((found) => change(subject, found));
  });
}

function comparePrompts(old: OfferedPrompt, now: OfferedPrompt): FieldChange[] {
  const { arguments: had = [], ...text } = old;
  const { arguments: has = [], ...textNow } = now;
  const names = new Set([...had, ...has].map(({ name }) => name));
  const found = [...names].flatMap((name): FieldChange[] => {
    const [was, is] = [had, has].map((list) => list.find((argument) => argument.name === name));
    if (!is) return [['major', `argument ${name} was removed`]];
    if (!was)
      return is.required
        ? [['major', `argument ${name} was added, and is required`]]
        : [['minor', `argument ${name} was added`]];
    if (Boolean(was.required) !== Boolean(is.required))
      return is.required
        ? [['major', `argument ${name} is required now`]]
        : [['minor', `argument ${name} is no longer required`]];
    return was.description === is.description
      ? []
      : [['patch', `the description of argument ${name} changed`]];
  });
  return sameJson(text, textNow) ? found : [...found, ['patch', 'description or title changed']];
}

interface Typed {
  readonly mimeType?: string | undefined;
}

function compareResources(old: Typed, now: Typed): FieldChange[] {
  const [was, is] = [old, now].map(({ mimeType }) => mimeType ?? 'of no stated type');
  if (was !== is) return [['major', `is ${is} now, ${was} before`]];
  return sameJson(old, now) ? [] : [['patch', 'name, title or description changed']];
}

function change(subject: string, [level, message]: FieldChange): ContractChange {
  return { level, subject, message };
}
