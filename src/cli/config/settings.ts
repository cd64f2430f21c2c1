import type { JsonSchema } from '../../json-schema';
import type { ArgsClass } from '../../metadata';
import { planOf, type Field } from '../../schema';
import { Config } from './config';
import { fromNoteOf, type FromOptions } from './from';

/** One setting that has a value of its own: no section, but a leaf of the tree. */
export interface Setting {
  /** As the file spells it, such as `['log', 'level']`. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
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
export function sectionOf(field: Field): ArgsClass | undefined {
  return field.nested && field.schema.properties ? field.nested : undefined;
}

/** The class of each entry of a field that is a map with free keys. */
export function entryOf(field: Field): ArgsClass | undefined {
  return field.nested && typeof field.schema.additionalProperties === 'object' ? field.nested : undefined;
}

function settingsOf(cls: ArgsClass, above: readonly string[]): Setting[] {
  return planOf(cls).fields.flatMap((field) => {
    const path = [...above, field.note.wireName];
    const section = sectionOf(field);
    if (section) return settingsOf(section, path);
    const from = fromNoteOf(cls, field.note.key);
    const entry = entryOf(field);
    const usual = path.join('_');
    return [
      {
        path,
        schema: field.schema,
        from,
        ...(entry && { entry }),
        option: from.option ?? usual.replaceAll('_', '-'),
        variables: [
          `TOOLWRIGHT_${from.variable ?? usual.toUpperCase()}`,
          ...(from.env ?? []),
          ...Object.keys(from.exactly ?? {}),
        ],
      },
    ];
  });
}
