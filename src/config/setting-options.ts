import { isObject } from '../base/json-value';
import { aFlag, aText, texts, type OptionKind, type OptionKinds } from '../base/option-kind';
import type { SettingNames } from './setting';

const textsByName: OptionKind<Readonly<Record<string, string>>> = {
  is: 'an object of strings',
  cure: "Write the exact text of each variable, such as { CI: 'true' }.",
  fits: (value) => isObject(value) && Object.values(value).every(aText.fits),
};

/** The options of `@Setting`. */
export const SETTING_OPTIONS: OptionKinds<SettingNames> = {
  option: aText,
  short: aText,
  aliases: texts,
  variable: aText,
  env: texts,
  exactly: textsByName,
  emptyCounts: aFlag,
  caseless: aFlag,
  shorthand: aText,
};
