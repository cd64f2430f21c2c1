import { argNotesOf, type ArgsClass } from '../metadata';
import type { Config } from './config';
import type { ConfigModel } from './model';
import { entryOf, sectionOf } from './settings';

/** Makes the configuration from checked values; what they leave out keeps its default. */
export function buildConfig(model: ConfigModel, values: Record<string, unknown>): Config {
  return build(model.cls, values) as Config;
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
    if (section) fill(instance[key] as object, section, given);
    else if (note.stated.values) instance[key] = buildEntries(entryOf(note), given);
    else instance[key] = given;
  }
  return instance;
}

// Without a prototype, so that no free key (`constructor`, `__proto__`) is ever mistaken for something else.
function buildEntries(entry: ArgsClass | undefined, given: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(given)) {
    entries[name] = entry ? build(entry, value as Record<string, unknown>) : value;
  }
  return entries;
}
