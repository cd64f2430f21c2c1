import type { Option } from './definition';
import type { Leaf } from './leaves';
import { pathFormat } from './path-names';

/** One path that a call names, and the argument it came in. */
export interface PathArgument {
  field: string;
  path: string;
}

/** Every path a call names in arguments that are marked as paths, positionals and list items too. */
export function pathArguments(leaf: Leaf, args: Readonly<Record<string, unknown>>): PathArgument[] {
  if (leaf.freeform) return freePaths(args['args']).map((path) => ({ field: 'args', path }));
  return [...leaf.options, ...leaf.positionals].flatMap((option) => {
    if (option.name === 'working_directory') return [];
    return valuesOf(option, args[option.name]).map((path) => ({ field: option.name, path }));
  });
}

// Of words nobody declared, each is judged that could lead somewhere: as a whole, or what follows an option in it.
function freePaths(given: unknown): string[] {
  const words = Array.isArray(given) ? given.filter((word) => typeof word === 'string') : [];
  return words.flatMap((word) => {
    const parts = word.startsWith('-')
      ? [/=(.*)$/s.exec(word)?.[1], /(?:\.\.)?\/.*$/s.exec(word)?.[0]]
      : [word];
    return parts.filter(
      (part) => part !== undefined && part !== '' && (part.includes('/') || part.length < 256),
    ) as string[];
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
