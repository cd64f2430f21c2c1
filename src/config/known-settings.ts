import { AuthorProblems } from '../author-problems';
import type { JsonSchema } from '../base/json-schema';
import { holdsSecret } from '../json/holds-secret';
import { argNotesOf, type ArgNote, type ArgsClass } from '../metadata';
import { planOf, schemaOfFields } from '../schema/args-schema';
import { refuseWrongOptions } from '../schema/refuse-wrong-options';
import { secretShapeOfField } from './secret-shape';
import { SETTING_OPTIONS } from './setting-options';
import { settingNamesOf, type SettingNames } from './setting';

const NO_NAMES: readonly string[] = [];

/** One setting with a value: a leaf of the tree, not a section. */
export interface KnownSetting {
  /** As written in the file, such as `['log', 'level']`. */
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** How its option is written: alone, once with a value, or once per value. */
  readonly kind: 'switch' | 'value' | 'list';
  readonly names: SettingNames;
  /** The class of each entry, if the setting is a map with free keys. */
  readonly entry?: ArgsClass;
  /** Where its value has a secret, as a schema that marks it. */
  readonly secrets: JsonSchema;
  /** Whether its value is a secret, or may have one in it. */
  readonly secret: boolean;
  /** The option's name, without dashes. */
  readonly option: string;
  /** The environment variables, the one with precedence first. */
  readonly variables: readonly string[];
}

/** How the settings of a class are named. */
export interface Naming {
  /** The prefix of their environment variables. */
  readonly variables: string;
  /** Their path in the file. */
  readonly above: readonly string[];
  /** The variables of single settings, by path, where they differ from the usual ones. */
  readonly special?: Readonly<Record<string, readonly string[]>>;
  /** Whether the classes are ours, in which nothing is wrong: only the schemas of what is set are built. */
  readonly ours?: boolean;
}

/** Returns the class of a field that is a section with settings of its own. */
export function sectionOf({ stated: { type } }: ArgNote): ArgsClass | undefined {
  return typeof type === 'function' ? type() : undefined;
}

/** Returns the class of each entry of a field that is a map with free keys. */
export function entryOf({ stated: { values } }: ArgNote): ArgsClass | undefined {
  return typeof values === 'function' ? values() : undefined;
}

/** Returns the class of each item of a field that is a list of objects. */
export function itemOf({ stated: { items } }: ArgNote): ArgsClass | undefined {
  return typeof items === 'function' ? items() : undefined;
}

/** Returns all settings of a class and its sections. Schemas are built only for what is set, usually nothing. */
export function settingsOf(
  cls: ArgsClass,
  naming: Naming,
  inside: readonly string[] = [],
  above: readonly ArgsClass[] = [],
): KnownSetting[] {
  // Its plan says what is wrong with a class that contains itself.
  if (above.includes(cls)) planOf(cls);
  const probe = probeOf(cls);
  return argNotesOf(cls).flatMap((note) => {
    const place = [...inside, note.wireName];
    const names = settingNamesOf(cls, note.key);
    if (!naming.ours) refuseWrongOptions(`${cls.name}.${note.key}`, names, SETTING_OPTIONS);
    const section = sectionOf(note);
    if (section) return settingsOf(section, naming, place, [...above, cls]);
    const entry = entryOf(note);
    let schema: JsonSchema | undefined;
    const usual = place.join('_');
    const variables = naming.special?.[place.join('.')] ?? [
      `${naming.variables}_${names.variable ?? usual.toUpperCase()}`,
      ...(names.env ?? []),
      ...Object.keys(names.exactly ?? {}),
    ];
    return [
      {
        path: [...naming.above, ...place],
        names,
        ...(entry && { entry }),
        option: names.option ?? usual.replaceAll('_', '-'),
        variables,
        kind: note.stated.items ? 'list' : isSwitch(cls, note.key, probe[note.key]) ? 'switch' : 'value',
        get secrets() {
          return secretShapeOfField(note);
        },
        get secret() {
          return holdsSecret(this.secrets, NO_NAMES, this.secrets);
        },
        get schema() {
          return (schema ??= schemaOfField(cls, note, naming));
        },
      },
    ];
  });
}

function schemaOfField(cls: ArgsClass, { key, wireName }: ArgNote, { ours }: Naming): JsonSchema {
  const { properties } = ours ? schemaOfFields(cls, new Set([key])) : planOf(cls).schema;
  return properties[wireName]!;
}

function probeOf(cls: ArgsClass): Record<string, unknown> {
  const problems = new AuthorProblems();
  const probe = problems.attempt(() => new cls(), `class ${cls.name}`);
  problems.throwAny();
  return probe as Record<string, unknown>;
}

// An optional switch has no default to tell it by, only its declared type.
function isSwitch(cls: ArgsClass, key: string, value: unknown): boolean {
  return (
    typeof value === 'boolean' || Reflect.getMetadata('design:type', cls.prototype as object, key) === Boolean
  );
}
