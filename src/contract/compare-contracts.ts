import type { OfferedPrompt, OfferedPromptArgument } from '../base/offer';
import { sameJson } from '../json/same-json';
import { CHANGE_LEVELS, type CompareOptions, type ContractChange, type FieldChange } from './change';
import { compareTools } from './compare-tools';
import type { Contract } from './contract';
import { promisedResources, withoutState } from './promised-resources';

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
    ...comparePromised(old, now),
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

// A resource that only one side promises is looked for in all that the other lists: what became one of a template is still there.
function comparePromised(old: Contract, now: Contract): ContractChange[] {
  const [had, has] = [old, now].map((each) => new Set(promisedResources(each).map(({ uri }) => uri)));
  const [was, is] = [old, now].map(({ resources }) =>
    resources.filter(({ uri }) => had!.has(uri) || has!.has(uri)),
  );
  return compared('resource', was!, is!, ({ uri }) => uri, compareResources);
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
    return comparePromptArguments(was, is);
  });
  return sameJson(text, textNow) ? found : [...found, ['patch', 'description or title changed']];
}

function comparePromptArguments(old: OfferedPromptArgument, now: OfferedPromptArgument): FieldChange[] {
  const found: FieldChange[] = [];
  if (Boolean(old.required) !== Boolean(now.required))
    found.push(
      now.required
        ? ['major', `argument ${now.name} is required now`]
        : ['minor', `argument ${now.name} is no longer required`],
    );
  if (!sameJson({ ...old, required: true }, { ...now, required: true }))
    found.push(['patch', `the description or title of argument ${now.name} changed`]);
  return found;
}

interface Typed {
  readonly mimeType?: string | undefined;
}

function compareResources({ mimeType: had, ...old }: Typed, { mimeType: has, ...now }: Typed): FieldChange[] {
  const [was, is] = [had, has].map((type) => type ?? 'of no stated type');
  return [
    ...(was === is ? [] : [['major', `is ${is} now, ${was} before`] as const]),
    ...(sameJson(withoutState(old), withoutState(now))
      ? []
      : [['patch', 'name, title or description changed'] as const]),
  ];
}

function change(subject: string, [level, message]: FieldChange): ContractChange {
  return { level, subject, message };
}
