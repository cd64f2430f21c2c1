import type { Flag } from './call-flag';
import { readsNull } from './call-flag-value';
import { findFlag } from './find-flag';

/** What is written for an argument so that it is taken for this one, and for no other with nearly the same name. */
export interface FlagSpelling {
  /** The option: `--max-results`; absent if all of its spellings are those of other arguments, which leaves JSON. */
  readonly on?: string;
  /** What says false, of a boolean; `--x=false` if `--no-x` is another argument. */
  readonly off?: string;
  /** What says null, where it is allowed. */
  readonly none?: string;
}

/** Returns how an argument is written among all those of its tool. */
export function flagSpellingOf(flag: Flag, flags: readonly Flag[]): FlagSpelling {
  const names = [...new Set([flag.name, flag.path.join('.')])];
  const spelled = (name: string, off: boolean): boolean => {
    const found = findFlag(name, flags);
    return found?.off === off && JSON.stringify(found.flag.path) === JSON.stringify(flag.path);
  };
  const name = names.find((each) => spelled(each, false));
  const on = name === undefined ? undefined : `--${name}`;
  const negated = names.map((each) => `no-${each}`).find((each) => spelled(each, true));
  const without = negated === undefined ? undefined : `--${negated}`;
  const given = (value: false | null): string =>
    on === undefined ? asJson(flag, JSON.stringify(value)) : `${on}=${value}`;
  const nullWord = readsNull(flag) ? given(null) : asJson(flag, 'null');
  return {
    ...(on !== undefined && { on }),
    ...(flag.kind === 'switch' && { off: without ?? given(false) }),
    ...(flag.nullable && { none: flag.kind === 'switch' ? nullWord : (without ?? nullWord) }),
  };
}

/** Returns whether saying false is worth a word: of a boolean that isn't false already. */
export function isWorthNo({ kind, default: usual, nullable, required }: Flag): boolean {
  return kind === 'switch' && (usual === true || nullable || (required && usual === undefined));
}

/** Writes an argument as a part of the one JSON object for all. */
export function asJson({ path }: Flag, value: string): string {
  return `'${path.reduceRight((inner, key) => `{${JSON.stringify(key)}:${inner}}`, value)}'`;
}
