import { HIDDEN } from '../base/hidden';
import { argNotesOf, type ArgsClass } from '../metadata';
import { Config } from './config';
import type { LoadedConfig } from './load-config';
import { formatOrigin } from './config-problem';
import { modelOf } from './config-request';
import { entryOf, sectionOf } from './known-settings';

const PASSWORD = /\/\/[^/@\s]*@/;

/** One effective setting and its origin. */
export interface EffectiveSetting {
  readonly path: string;
  readonly value: unknown;
  readonly from: string;
}

/** Returns every setting that has a value, in the order of the reference; secrets and passwords in URLs are hidden. */
export function effectiveSettings({ config, sources, request }: LoadedConfig): EffectiveSetting[] {
  const { appName, cls } = modelOf(request);
  const usual = new Map(
    listed(Config, new Config(), '').map(({ path, value }) => [path, JSON.stringify(value)]),
  );
  return listed(cls, config, '').map(({ path, value, secret }) => {
    const origin = sources.where(path);
    const isOurs = origin.source === 'default' && usual.get(path) === JSON.stringify(value);
    const isOfApp = origin.source === 'default' && !isOurs;
    return {
      path,
      // Our own defaults are in the reference for everybody to read.
      value:
        secret && !isOurs
          ? HIDDEN
          : typeof value === 'string'
            ? value.replace(PASSWORD, `//${HIDDEN}@`)
            : value,
      from: isOfApp && appName !== undefined ? `default of ${appName}` : formatOrigin(origin),
    };
  });
}

/** Returns the settings whose value in the configuration file is a secret, or a URL with a password. */
export function secretsInFile({ config, sources, request }: LoadedConfig): string[] {
  return listed(modelOf(request).cls, config, '')
    .filter(({ value, secret }) => secret || PASSWORD.test(JSON.stringify(value)))
    .map(({ path }) => path)
    .filter((path) => sources.where(path).source === 'file');
}

interface ListedSetting {
  readonly path: string;
  readonly value: unknown;
  readonly secret: boolean;
}

function listed(cls: ArgsClass, values: object, above: string): ListedSetting[] {
  return argNotesOf(cls).flatMap((note): ListedSetting[] => {
    const path = above + note.wireName;
    const value = (values as Record<string, unknown>)[note.key];
    if (value === undefined) return [];
    if (note.stated.secret) return [{ path, value, secret: true }];
    const section = sectionOf(note);
    if (section) return listed(section, value as object, `${path}.`);
    const entry = entryOf(note);
    if (!entry) return [{ path, value, secret: false }];
    const entries = Object.entries(value as Record<string, object>);
    return entries.flatMap(([name, inner]) => listed(entry, inner, `${path}.${name}.`));
  });
}
