import { AuthorError } from '../errors';

/** Resolves aliases to functions; a cycle is an author's error. */
export function resolveAliases(aliases: Readonly<Record<string, string>>): Record<string, string> {
  const resolved: Record<string, string> = {};
  for (const name of Object.keys(aliases)) {
    const seen = [name];
    let target = aliases[name]!;
    while (Object.hasOwn(aliases, target)) {
      if (seen.includes(target)) {
        throw new AuthorError(
          `alias ${name}`,
          `is part of a cycle: ${[...seen, target].join(' → ')}.`,
          'Point one of them to a tool.',
        );
      }
      seen.push(target);
      target = aliases[target]!;
    }
    resolved[name] = target.includes('.') ? target : `tools.${target}`;
  }
  return resolved;
}
