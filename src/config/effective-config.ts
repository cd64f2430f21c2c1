import { argNotesOf, type ArgsClass } from '../metadata';
import { Config } from './config';
import type { LoadedConfig } from './load-config';
import { formatOrigin } from './config-problem';
import { modelOf } from './config-request';
import { entryOf, sectionOf } from './known-settings';
import { settingInFile, shownSetting } from './shown-setting';

/** One effective setting and its origin. */
export interface EffectiveSetting {
  readonly path: string;
  readonly value: unknown;
  readonly from: string;
}

/** Returns every setting that has a value, in the order of the reference; secrets and passwords in URLs are hidden. */
export function effectiveSettings({ config, sources, request }: LoadedConfig): EffectiveSetting[] {
  const { appName, cls } = modelOf(request);
  const usual = usualSettings();
  return listed(cls, config, '').map(({ path, value, shown }) => {
    const origin = sources.where(path);
    const isOurs = origin.source === 'default' && usual.get(path) === JSON.stringify(value);
    const isOfApp = origin.source === 'default' && !isOurs;
    return {
      path,
      // Our own defaults are in the reference for everybody to read.
      value: isOurs ? value : shown,
      from: isOfApp && appName !== undefined ? `default of ${appName}` : formatOrigin(origin),
    };
  });
}

/** Returns our own defaults as JSON text, by path: they are no secrets. */
export function usualSettings(): ReadonlyMap<string, string> {
  return new Map(listed(Config, new Config(), '').map(({ path, value }) => [path, JSON.stringify(value)]));
}

/** Returns the settings whose value in the configuration file has a secret in it, or a URL with a password. */
export function secretsInFile({ config, sources, request }: LoadedConfig): string[] {
  return listed(modelOf(request).cls, config, '')
    .filter(({ value, shown }) => JSON.stringify(shown) !== JSON.stringify(value))
    .map(({ path }) => path)
    .filter((path) => sources.where(path).source === 'file');
}

/** Returns the paths of the settings whose values differ between two configurations. */
export function changedSettings(
  before: Pick<LoadedConfig, 'config' | 'request'>,
  after: Pick<LoadedConfig, 'config' | 'request'>,
): string[] {
  const [old, now] = [before, after].map(
    ({ config, request }) =>
      new Map(
        listed(modelOf(request).cls, config, '').map(({ path, value }) => [path, JSON.stringify(value)]),
      ),
  ) as [Map<string, string>, Map<string, string>];
  return [...new Set([...old.keys(), ...now.keys()])].filter((path) => old.get(path) !== now.get(path));
}

interface ListedSetting {
  readonly path: string;
  readonly value: unknown;
  /** The value without its secrets. */
  readonly shown: unknown;
}

function listed(cls: ArgsClass, values: object, above: string): ListedSetting[] {
  return argNotesOf(cls).flatMap((note): ListedSetting[] => {
    const path = above + note.wireName;
    const held = (values as Record<string, unknown>)[note.key];
    if (held === undefined) return [];
    const section = sectionOf(note);
    const entry = entryOf(note);
    if (note.stated.secret || !(section || entry)) {
      const value = settingInFile(note, held);
      return [{ path, value, shown: shownSetting(note, value) }];
    }
    if (section) return listed(section, held as object, `${path}.`);
    const entries = Object.entries(held as Record<string, object>);
    return entries.flatMap(([name, inner]) => listed(entry!, inner, `${path}.${name}.`));
  });
}
