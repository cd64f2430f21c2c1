import { argNotesOf, type ArgsClass } from '../metadata';
import type { Config } from './config';
import type { ConfigModel } from './config-model';
import { entryOf, itemOf, sectionOf } from './known-settings';

/** Builds the configuration from checked values; omitted ones keep their defaults. */
export function buildConfig(model: ConfigModel, values: Record<string, unknown>): Config {
  const config = build(model.cls, values) as Config;
  const settings = model.newSettings();
  if (settings) config.settings ??= settings;
  return config;
}

function build(cls: ArgsClass, values: Record<string, unknown>): object {
  return fill(new cls(), cls, values);
}

function fill(made: object, cls: ArgsClass, values: Record<string, unknown>): object {
  const instance = made as Record<string, unknown>;
  for (const note of argNotesOf(cls)) {
    const { key, wireName } = note;
    if (!Object.hasOwn(values, wireName)) continue;
    const given = values[wireName] as Record<string, unknown>;
    const section = sectionOf(note);
    if (section) instance[key] = fill((instance[key] as object | undefined) ?? new section(), section, given);
    else if (note.stated.values) instance[key] = buildEntries(entryOf(note), given, instance[key]);
    else instance[key] = buildItems(itemOf(note), given);
  }
  return instance;
}

function buildItems(item: ArgsClass | undefined, given: unknown): unknown {
  return item && Array.isArray(given)
    ? given.map((each) => build(item, each as Record<string, unknown>))
    : given;
}

// Without a prototype, so that no free key (`constructor`, `__proto__`) is mistaken for something else. An entry with a
// default keeps the parts that the given one omits; other default entries stay.
function buildEntries(
  entry: ArgsClass | undefined,
  given: Record<string, unknown>,
  defaults: unknown,
): Record<string, unknown> {
  const entries = Object.assign(Object.create(null), entry ? defaults : {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    entries[name] = entry
      ? fill(Object.assign(new entry(), entries[name]), entry, value as Record<string, unknown>)
      : value;
  }
  return entries;
}
