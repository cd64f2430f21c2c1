import type { OfferedTool } from '../base/offer';
import { sameJson } from '../json/same-json';
import type { CompareOptions, FieldChange } from './change';
import { compareInputs } from './compare-inputs';
import { compareOutputs } from './compare-outputs';

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
