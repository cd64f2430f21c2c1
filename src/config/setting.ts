import { decoratedMember, type MemberContext } from '../decorated-member';
import { ownDecoratorMetadata } from '../base/symbol-metadata';

/** The other sources of a setting besides the file, if the usual names will not do. */
export interface SettingNames {
  /** The option's name without dashes; defaults to the setting's path, as in `log-level`. */
  option?: string;
  /** A single-letter name of the option. */
  short?: string;
  /** Additional names of the option, from the documents. */
  aliases?: readonly string[];
  /** The variable's name after `TOOLWRIGHT_`; defaults to the setting's path, as in `LOG_LEVEL`. */
  variable?: string;
  /** Additional environment variables, from the documents; `TOOLWRIGHT_…` takes precedence. */
  env?: readonly string[];
  /** A variable that counts only if it is exactly this text, and then means `true`. */
  exactly?: Readonly<Record<string, string>>;
  /** An empty variable is a value, not an absent one. */
  emptyCounts?: boolean;
  /** Case does not matter. */
  caseless?: boolean;
  /** The field that a single word sets: `sandbox: auto` is `sandbox: { mode: auto }`. */
  shorthand?: string;
}

const NAMES = Symbol.for('toolwright:setting');

type NamesByField = Record<string, SettingNames | undefined>;

/** The decorator of a setting, called with a prototype and a key, or as a standard decorator with a context. */
export type SettingDecorator = (target: object | undefined, member: string | symbol | MemberContext) => void;

/** Declares the options and environment variables of a setting. */
export function Setting(options: SettingNames): SettingDecorator {
  return (target, member) => {
    const { owner, key } = decoratedMember(
      '@Setting',
      target,
      typeof member === 'symbol' ? String(member) : member,
    );
    const notes = owner as Record<symbol, NamesByField>;
    if (!Object.hasOwn(owner, NAMES)) Object.defineProperty(owner, NAMES, { value: {} });
    notes[NAMES]![key] = Object.freeze(options);
  };
}

/** Returns the `@Setting` options of a field; empty if it has none. */
export function settingNamesOf(target: object, key: string): SettingNames {
  for (let at: object | null = target; at && at !== Function.prototype; at = Reflect.getPrototypeOf(at)) {
    for (const owner of [at, ownDecoratorMetadata(at)]) {
      if (!owner || !Object.hasOwn(owner, NAMES)) continue;
      const names = (owner as Record<symbol, NamesByField>)[NAMES]![key];
      if (names) return names;
    }
  }
  return {};
}
