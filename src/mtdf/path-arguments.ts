import type { Option } from './format';
import type { Leaf } from './leaves';
import { pathFormat } from './path-names';

/** One path that a call names, and the argument it came in. */
export interface PathArgument {
  field: string;
  path: string;
}

/** Every path a call names in arguments that are marked as paths, positionals and list items too. */
export function pathArguments(leaf: Leaf, args: Readonly<Record<string, unknown>>): PathArgument[] {
  return [...leaf.options, ...leaf.positionals].flatMap((option) => {
    if (option.name === 'working_directory') return [];
    return valuesOf(option, args[option.name]).map((path) => ({ field: option.name, path }));
  });
}

function valuesOf(option: Option, given: unknown): string[] {
  const format = pathFormat(option);
  if (!format) return [];
  const values = Array.isArray(given) ? given : [given];
  return values.filter((value): value is string => {
    if (typeof value !== 'string' || value === '') return false;
    return format === 'path' || !value.includes('=');
  });
}
