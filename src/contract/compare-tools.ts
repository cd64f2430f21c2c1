import { isObject } from '../base/json-value';
import type { OfferedTool } from '../base/offer';
import { sameJson } from '../json/same-json';
import type { ChangeLevel } from './change';
import { findNarrowings } from './find-narrowings';
import { narrowingText } from './narrowing';

/** What changed about a tool, and how much that matters. */
export type FieldChange = readonly [ChangeLevel, string];

/** Options of a comparison. */
export interface CompareOptions {
  /** Counts only calls with declared arguments: an argument that is declared anew can't break one. */
  readonly declaredOnly?: boolean | undefined;
}

// The value of a hint that is not given, and the change that takes a promise back.
const HINTS = [
  ['readOnlyHint', false, 'is no longer read-only'],
  ['destructiveHint', true, 'may destroy something now'],
  ['idempotentHint', false, 'is no longer idempotent'],
  ['openWorldHint', true, 'reaches the outside world now'],
] as const;

/** Compares one tool in two contracts. */
export function compareTools(old: OfferedTool, now: OfferedTool, options: CompareOptions): FieldChange[] {
  return [
    ...compareInputs(old.inputSchema ?? {}, now.inputSchema ?? {}, options),
    ...compareOutputs(old.outputSchema, now.outputSchema),
    ...compareHints(old.annotations ?? {}, now.annotations ?? {}),
    ...texts(old, now),
  ];
}

function compareInputs(old: unknown, now: unknown, { declaredOnly = false }: CompareOptions): FieldChange[] {
  const options = { removals: true, declaredOnly };
  const stricter = findNarrowings(old, now, options);
  const looser = findNarrowings(now, old, options).filter(
    ({ path, kind }) =>
      !stricter.some((other) => other.path === path && (other.kind === kind || other.kind === 'declared')) &&
      !(stricter.length && ['unknown', 'alternatives', 'declared'].includes(kind)),
  );
  const changes: FieldChange[] = [
    ...stricter.map((one): FieldChange => ['major', `argument ${narrowingText(one, false)}`]),
    ...changedDefaults(old, now, ''),
    ...looser.map((one): FieldChange => ['minor', `argument ${narrowingText(one, true)}`]),
  ];
  if (changes.length || sameJson(old, now)) return changes;
  return [['patch', 'texts or the form of the input schema changed']];
}

// What a server returns must still fit what it promised, so the sides are exchanged.
function compareOutputs(old: unknown, now: unknown): FieldChange[] {
  if (old === undefined && now === undefined) return [];
  if (old === undefined) return [['minor', 'has an output schema now']];
  if (now === undefined) return [['major', 'no longer has an output schema']];
  const options = { removals: false, declaredOnly: false };
  const gone = removedMembers(old, now, '');
  const broken = findNarrowings(now, old, options).filter(({ path }) => !gone.includes(path));
  const changes: FieldChange[] = [
    ...gone.map((path): FieldChange => ['major', `output ${path} was removed`]),
    ...broken.map((one): FieldChange => [
      'major',
      `output ${narrowingText(one, true)}, unlike what was promised`,
    ]),
  ];
  if (changes.length) return changes;
  const promised = findNarrowings(old, now, options);
  if (promised.length)
    return promised.map((one): FieldChange => ['minor', `output ${narrowingText(one, false)}`]);
  return sameJson(old, now) ? [] : [['patch', 'texts or the form of the output schema changed']];
}

type Hints = Readonly<Record<string, unknown>>;

function compareHints(old: Hints, now: Hints): FieldChange[] {
  return HINTS.flatMap(([hint, unsaid, worse]): FieldChange[] => {
    if (old[hint] === now[hint]) return [];
    const is = now[hint] ?? unsaid;
    if ((old[hint] ?? unsaid) === is)
      return [['patch', `${hint} is ${now[hint] === undefined ? 'left out' : 'stated'} now`]];
    if (is === unsaid) return [['major', `${worse} (${hint}): clients may have allowed it for that`]];
    return [['minor', `${hint} is ${JSON.stringify(is)} now`]];
  });
}

function texts(old: OfferedTool, now: OfferedTool): FieldChange[] {
  const known = new Set(['name', 'inputSchema', 'outputSchema', 'annotations']);
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => !known.has(key));
  const at = (tool: OfferedTool, key: string): unknown => (tool as unknown as Record<string, unknown>)[key];
  const changed = keys.filter((key) => !sameJson(at(old, key), at(now, key)));
  const title = old.annotations?.['title'] === now.annotations?.['title'] ? [] : ['title of its annotations'];
  return [...changed, ...title].map((key): FieldChange => ['patch', `${key} changed`]);
}

function changedDefaults(old: unknown, now: unknown, path: string): FieldChange[] {
  if (!isObject(old) || !isObject(now)) return [];
  const found: FieldChange[] = [];
  if (path && !sameJson(old['default'], now['default'])) {
    const [was, is] = [old['default'], now['default']].map((value) => JSON.stringify(value));
    if (was === undefined) found.push(['minor', `argument ${path} has the default ${is} now`]);
    else found.push(['major', `argument ${path} had the default ${was}, and has ${is ?? 'none'} now`]);
  }
  const [had, has] = [old['properties'], now['properties']];
  if (isObject(had) && isObject(has))
    for (const name of Object.keys(had))
      if (Object.hasOwn(has, name))
        found.push(...changedDefaults(had[name], has[name], path ? `${path}.${name}` : name));
  return [...found, ...changedDefaults(old['items'], now['items'], `${path}[]`)];
}

function removedMembers(old: unknown, now: unknown, path: string): string[] {
  const [had, has] = [old, now].map((schema) => (isObject(schema) ? schema['properties'] : undefined));
  if (!isObject(had) || !isObject(has)) return [];
  return Object.keys(had).flatMap((name) => {
    const at = path ? `${path}.${name}` : name;
    return Object.hasOwn(has, name) ? removedMembers(had[name], has[name], at) : [at];
  });
}
