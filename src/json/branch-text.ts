import type { JsonSchema } from '../base/json-schema';
import { allowedText } from './allowed-text';
import { statedValues } from './branch-parts';
import { discriminators } from './discriminator';
import type { UnfitBranch } from './unfit-branch';

const MOST_MEMBERS = 6;

/** Describes alternatives that are objects in a few words each: by their discriminators, or else by their members. */
export function branchesText(branches: readonly UnfitBranch[], root: JsonSchema): string {
  const names = discriminators(branches, root);
  const byValue = branches.map(({ parts }) =>
    names
      .map((name) => {
        const values = statedValues(parts, name, root)!.map((value) => JSON.stringify(value));
        return `${name} ${values.join(' | ')}`;
      })
      .join(', '),
  );
  const tells = names.length > 0 && new Set(byValue).size === branches.length;
  return [...new Set(tells ? byValue : branches.map(membersText))].join(' or ');
}

function membersText({ schema, parts, names }: UnfitBranch): string {
  if (!names.length) return allowedText(schema);
  const isRequired = (name: string) => parts.some(({ required }) => required?.includes(name));
  const members = [...names.filter(isRequired), ...names.filter((name) => !isRequired(name)).map(optional)];
  const shown = members.slice(0, MOST_MEMBERS).join(', ');
  return `{${shown}${members.length > MOST_MEMBERS ? ', …' : ''}}`;
}

function optional(name: string): string {
  return `${name}?`;
}
