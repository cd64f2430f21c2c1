import 'reflect-metadata';

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

/** Declares the options and environment variables of a setting. */
export function Setting(options: SettingNames): PropertyDecorator {
  return (prototype, key) => Reflect.defineMetadata(NAMES, Object.freeze(options), prototype, key);
}

/** Returns the `@Setting` options of a field; empty if it has none. */
export function settingNamesOf(target: { readonly prototype: object }, key: string): SettingNames {
  return (Reflect.getMetadata(NAMES, target.prototype, key) as SettingNames | undefined) ?? {};
}
