import { argNotesOf, type ArgsClass } from '../metadata';
import type { LoadedConfig } from './load-config';
import { formatOrigin } from './config-problem';
import { modelOf } from './config-request';
import { entryOf, sectionOf } from './known-settings';

/** One effective setting and its origin. */
export interface EffectiveSetting {
  readonly path: string;
  readonly value: unknown;
  readonly from: string;
}

/** Returns every setting that has a value, in the order of the reference; secrets and passwords in URLs are hidden. */
export function effectiveSettings({ config, sources, request }: LoadedConfig): EffectiveSetting[] {
  return listed(modelOf(request).cls, config, '').map(([path, value]) => ({
    path,
    value: typeof value === 'string' ? value.replace(/\/\/[^/@\s]*@/, '//•••@') : value,
    from: formatOrigin(sources.where(path)),
  }));
}

function listed(cls: ArgsClass, values: object, above: string): [path: string, value: unknown][] {
  return argNotesOf(cls).flatMap((note) => {
    const path = above + note.wireName;
    const value = (values as Record<string, unknown>)[note.key];
    if (value === undefined) return [];
    if (note.stated.secret) return [[path, '•••']];
    const section = sectionOf(note);
    if (section) return listed(section, value as object, `${path}.`);
    const entry = entryOf(note);
    if (!entry) return [[path, value]];
    const entries = Object.entries(value as Record<string, object>);
    return entries.flatMap(([name, inner]) => listed(entry, inner, `${path}.${name}.`));
  });
}
