import { isObject } from '../base/json-value';
import { sameJson } from '../json/same-json';
import type { CompareOptions, FieldChange } from './change';
import { findNarrowings } from './find-narrowings';
import { narrowingText } from './narrowing';
import { areRelated, changedBesides } from './changed-besides';

// A comparison from both sides says these of one change twice, maybe of what is around it.
const VAGUE = ['unknown', 'alternatives', 'declared'];

/** Compares what a tool takes in two contracts. */
export function compareInputs(
  old: unknown,
  now: unknown,
  { declaredOnly = false }: CompareOptions,
): FieldChange[] {
  const options = { removals: true, declaredOnly };
  const stricter = findNarrowings(old, now, options);
  const looser = findNarrowings(now, old, options).filter(
    ({ path, kind }) =>
      !stricter.some(
        (other) =>
          (other.path === path && (other.kind === kind || other.kind === 'declared')) ||
          (VAGUE.includes(kind) && areRelated(other.path, path)),
      ),
  );
  const defaults = changedDefaults(old, now, '');
  const reported = [...stricter, ...looser, ...defaults].map(({ path }) => path);
  return [
    ...stricter.map((one): FieldChange => ['major', `argument ${narrowingText(one, false)}`]),
    ...defaults.map(({ change }) => change),
    ...looser.map((one): FieldChange => ['minor', `argument ${narrowingText(one, true)}`]),
    ...(changedBesides(old, now, reported)
      ? [['patch', 'texts or the form of the input schema changed'] as const]
      : []),
  ];
}

interface ChangedDefault {
  readonly path: string;
  readonly change: FieldChange;
}

function changedDefaults(old: unknown, now: unknown, path: string): ChangedDefault[] {
  if (!isObject(old) || !isObject(now)) return [];
  const found: ChangedDefault[] = [];
  if (path && !sameJson(old['default'], now['default'])) {
    const [was, is] = [old['default'], now['default']].map((value) => JSON.stringify(value));
    const change: FieldChange =
      was === undefined
        ? ['minor', `argument ${path} has the default ${is} now`]
        : ['major', `argument ${path} had the default ${was}, and has ${is ?? 'none'} now`];
    found.push({ path, change });
  }
  const [had, has] = [old['properties'], now['properties']];
  if (isObject(had) && isObject(has))
    for (const name of Object.keys(had))
      if (Object.hasOwn(has, name))
        found.push(...changedDefaults(had[name], has[name], path ? `${path}.${name}` : name));
  return [...found, ...changedDefaults(old['items'], now['items'], `${path}[]`)];
}
