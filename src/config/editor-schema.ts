import type { JsonSchema } from '../base/json-schema';
import type { ArgsClass } from '../metadata';
import { planOf } from '../schema/args-schema';
import { shippedModel, type ConfigModel } from './config-model';
import { settingNamesOf } from './setting';
import { sectionOf } from './known-settings';
import { withoutSecretDefaults } from './without-secret-defaults';

/** The JSON Schema of toolwright.yaml for editors: short forms are allowed, and neither sections nor an author's secrets have defaults. */
export function editorSchema(model: ConfigModel = shippedModel): JsonSchema {
  const schema = schemaFor(model.cls);
  const properties = { ...schema.properties };
  const { settings } = properties;
  if (settings)
    properties['settings'] = withoutSecretDefaults(settings, model.secrets.properties?.['settings']);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema, properties };
}

function schemaFor(cls: ArgsClass): JsonSchema {
  const { schema, fields } = planOf(cls);
  const properties = { ...schema.properties };
  for (const field of fields) {
    const section = sectionOf(field.note);
    if (!section) continue;
    const { description } = field.note.stated;
    const long = { ...schemaFor(section), description };
    const { shorthand } = settingNamesOf(cls, field.note.key);
    const short = shorthand === undefined ? undefined : long.properties?.[shorthand];
    properties[field.note.wireName] = short ? { description, anyOf: [short, long] } : long;
  }
  return { ...schema, properties };
}
