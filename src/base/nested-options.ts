import { isObject } from './json-value';
import type { OptionKind, OptionKinds, OptionMistake } from './option-kind';
import { wrongOptions } from './wrong-options';

/** Options inside options; the keys in `needed` can't be left out. */
export const options = <T extends object>(
  kinds: OptionKinds<T>,
  needed: readonly (keyof T & string)[] = [],
): OptionKind<T> => ({
  is: 'an object',
  cure: 'Write an object, in braces.',
  fits: isObject,
  inside: (value, path) => [
    ...wrongOptions(value as object, kinds, { path, defined: 'all' }),
    ...needed.flatMap((name) => missing(name, value as object, path)),
  ],
});

/** A list whose items are all of one kind. */
export const listOf = <T>(item: OptionKind<T>): OptionKind<readonly T[]> => ({
  is: 'a list',
  cure: 'Write a list, in brackets.',
  fits: Array.isArray,
  inside: (value, path) =>
    (value as readonly unknown[]).flatMap((each, index) => {
      const place = `${path}[${index}]`;
      if (item.fits(each)) return item.inside?.(each, place) ?? [];
      return { option: path, what: `has ${place}, which is not ${item.is}.`, cure: item.cure };
    }),
});

function missing(name: string, value: object, path: string): OptionMistake[] {
  if ((value as Readonly<Record<string, unknown>>)[name] !== undefined) return [];
  return [{ option: name, what: `has ${path} without ${name}.`, cure: `State \`${name}\`.` }];
}
