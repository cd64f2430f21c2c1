import { isObject } from '../base/json-value';
import type { FieldChange } from './change';
import { areRelated, changedBesides } from './changed-besides';
import { findNarrowings } from './find-narrowings';
import { narrowingText } from './narrowing';

/** Compares what a tool returns in two contracts: it must still fit what was promised, so the sides are exchanged. */
export function compareOutputs(old: unknown, now: unknown): FieldChange[] {
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [['minor', 'has an output schema now']];
  if (now === undefined) return [['major', 'no longer has an output schema']];
  const options = { removals: false, declaredOnly: false };
  const gone = removedMembers(old, now, '');
  const broken = findNarrowings(now, old, options).filter(({ path }) => !gone.includes(path));
  const majors = [...gone, ...broken.map(({ path }) => path)];
  const promised = findNarrowings(old, now, options).filter(
    ({ path }) => !majors.some((other) => areRelated(other, path)),
  );
  const reported = [...majors, ...promised.map(({ path }) => path)];
  return [
    ...gone.map((path): FieldChange => ['major', `output ${path} was removed`]),
    ...broken.map((one): FieldChange => [
      'major',
      `output ${narrowingText(one, true)}, unlike what was promised`,
    ]),
    ...promised.map((one): FieldChange => ['minor', `output ${narrowingText(one, false)}`]),
    ...(changedBesides(old, now, reported)
      ? [['patch', 'texts or the form of the output schema changed'] as const]
      : []),
  ];
}

function removedMembers(old: unknown, now: unknown, path: string): string[] {
  const [had, has] = [old, now].map((schema) => (isObject(schema) ? schema['properties'] : undefined));
  if (!isObject(had) || !isObject(has)) return [];
  return Object.keys(had).flatMap((name) => {
    const at = path ? `${path}.${name}` : name;
    return Object.hasOwn(has, name) ? removedMembers(had[name], has[name], at) : [at];
  });
}
