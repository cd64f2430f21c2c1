import { optionTable } from '../config';

/** Says that a setting belongs to an app, where another server is named instead; undefined if the option is no setting. */
export function settingElsewhere(name: string): string | undefined {
  if (!Object.hasOwn(optionTable(), name)) return undefined;
  return `--${name}: is a setting of an app that is opened here; another server takes it where it is started, such as in --server "COMMAND --${name} …"`;
}
