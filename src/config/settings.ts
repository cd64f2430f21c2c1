import type { JsonSchema } from '../json-schema';
import { argNotesOf, type ArgNote, type ArgsClass } from '../metadata';
import { planOf } from '../schema/args-schema';
import { Config } from './config';
import { fromNoteOf, type FromOptions } from './setting-names';

/** One setting that has a value of its own: no section, but a leaf of the tree. */
export interface Setting {
  /** As the file spells it, such as `['log', 'level']`. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** How an option of it is written: alone, once with a value, or as often as there are values. */
  readonly kind: 'switch' | 'value' | 'list';
  readonly from: FromOptions;
  /** The class of each entry, where the setting is a map with free keys. */
  readonly entry?: ArgsClass;
  /** The option's name, without dashes. */
  readonly option: string;
  /** The environment variables, the winning one first. */
  readonly variables: readonly string[];
}

let known: readonly Setting[] | undefined;

/** Every setting of the configuration, read once from its classes. */
export function allSettings(): readonly Setting[] {
  return (known ??= settingsOf(Config, []));
}

/** The class of a field that is a section, with settings of its own. */
export function sectionOf({ stated: { type } }: ArgNote): ArgsClass | undefined {
  return typeof type === 'function' ? type() : undefined;
}

/** The class of each entry of a field that is a map with free keys. */
export function entryOf({ stated: { values } }: ArgNote): ArgsClass | undefined {
  return typeof values === 'function' ? values() : undefined;
}

// Schemas are made only for what is really set: most starts set nothing.
function settingsOf(cls: ArgsClass, above: readonly string[]): Setting[] {
  const probe = new cls() as Record<string, unknown>;
  return argNotesOf(cls).flatMap((note) => {
    const path = [...above, note.wireName];
    const section = sectionOf(note);
    if (section) return settingsOf(section, path);
    const from = fromNoteOf(cls, note.key);
    const entry = entryOf(note);
    const usual = path.join('_');
    const variables = [
      `TOOLWRIGHT_${from.variable ?? usual.toUpperCase()}`,
      ...(from.env ?? []),
      ...Object.keys(from.exactly ?? {}),
    ];
    return [
      {
        path,
        from,
        ...(entry && { entry }),
        option: from.option ?? usual.replaceAll('_', '-'),
        variables,
        kind: note.stated.items ? 'list' : typeof probe[note.key] === 'boolean' ? 'switch' : 'value',
        get schema() {
          return planOf(cls).schema.properties[note.wireName]!;
        },
      },
    ];
  });
}
