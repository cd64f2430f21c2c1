import type { JsonSchema } from '../base/json-schema';
import { isObject } from '../base/json-value';
import { argNotesOf, type ArgsClass } from '../metadata';
import type { ConfigProblem } from './config-problem';
import { sectionOf, type KnownSetting } from './known-settings';

/** The settings of an author that have no default and that nobody set: a start without them can't work. */
export function missingSettings(
  cls: ArgsClass,
  values: unknown,
  known: readonly KnownSetting[],
  above: readonly string[] = ['settings'],
): ConfigProblem[] {
  const initial = new cls() as Record<string, unknown>;
  return argNotesOf(cls).flatMap((note) => {
    const path = [...above, note.wireName];
    const given = isObject(values) ? values[note.wireName] : undefined;
    const section = sectionOf(note);
    if (section) return missingSettings(section, given, known, path);
    if (given !== undefined || note.stated.optional || initial[note.key] !== undefined) return [];
    const setting = known.find((each) => each.path.join() === path.join());
    const also = setting ? `, --${setting.option} or ${setting.variables[0]}` : '';
    return [
      {
        origin: { source: 'default' },
        path: path.join('.'),
        message: 'is required and not set',
        cure: `Set it in the file${also}.`,
        unset: true,
      },
    ];
  });
}

/** A schema that demands no key: what the file leaves out may come from an option or a variable. */
export function withoutRequired(schema: JsonSchema): JsonSchema {
  const { required: _, properties, ...rest } = schema;
  // The same object, by which its author's example is known.
  if (!properties) return schema.required ? rest : schema;
  const inner = Object.entries(properties).map(([name, each]) => [name, withoutRequired(each)] as const);
  return { ...rest, properties: Object.fromEntries(inner) };
}
