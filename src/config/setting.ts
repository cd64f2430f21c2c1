import 'reflect-metadata';

/** Where a setting comes from besides the file, when the usual names won't do. */
export interface SettingNames {
  /** The option's name without dashes; by default the setting's path, as in `log-level`. */
  option?: string;
  /** One letter for the option. */
  short?: string;
  /** Further names of the option, which the documents give. */
  aliases?: readonly string[];
  /** The part of the variable's name after `TOOLWRIGHT_`; by default the setting's path, as in `LOG_LEVEL`. */
  variable?: string;
  /** Further environment variables, which the documents give; they give way to `TOOLWRIGHT_…`. */
  env?: readonly string[];
  /** A variable that counts only when it holds exactly this text, and then means `true`. */
  exactly?: Readonly<Record<string, string>>;
  /** An empty variable is a value of its own, not an absent one. */
  emptyCounts?: boolean;
  /** Upper and lower case are the same. */
  caseless?: boolean;
  /** The field that a bare value stands for: `sandbox: auto` is `sandbox: { mode: auto }`. */
  shorthand?: string;
}

const NAMES = Symbol.for('toolwright:setting');

/** Says under which options and environment variables a setting of the configuration is also known. */
export function Setting(options: SettingNames): PropertyDecorator {
  return (prototype, key) => Reflect.defineMetadata(NAMES, Object.freeze(options), prototype, key);
}

/** What `@Setting` said of a field; nothing where the usual names do. */
export function settingNamesOf(target: { readonly prototype: object }, key: string): SettingNames {
  return (Reflect.getMetadata(NAMES, target.prototype, key) as SettingNames | undefined) ?? {};
}
