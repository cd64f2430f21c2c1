import type { JsonSchema } from '../../base/json-schema';
import { followed, withoutNull } from '../schema-view';
import { h, newId } from './dom';
import { draftOf, hint, requiredMark, type FormField, type FormFieldSpec } from './field';
import { listField } from './list-field';
import { nullableField } from './nullable-field';
import { choiceField, jsonField, numberField, switchField, textField } from './simple-fields';

// A schema that refers to itself would be laid out for ever.
const DEEPEST = 6;

/** Makes the part of a form for a schema. */
export function makeField(given: FormFieldSpec): FormField {
  const { schema, nullable } = withoutNull(followed(given.schema, given.root));
  const spec = { ...given, schema };
  if (!nullable) return started(plainField(spec), schema);
  return started(
    nullableField(plainField({ ...spec, required: false, isMarked: given.required && !given.isItem }), given),
    schema,
  );
}

function started(field: FormField, { default: preset }: JsonSchema): FormField {
  if (preset !== undefined) field.write(preset);
  return field;
}

function plainField(spec: FormFieldSpec): FormField {
  const { schema, required, depth } = spec;
  if (schema.anyOf ?? schema['oneOf'] ?? schema['allOf'] ?? Array.isArray(schema.type))
    return jsonField(spec);
  if (schema.const !== undefined) return choiceField(spec, [schema.const]);
  if (schema.enum) return choiceField(spec, schema.enum);
  switch (schema.type) {
    case 'string':
      return textField(spec);
    case 'number':
    case 'integer':
      return numberField(spec);
    case 'boolean':
      return required || schema.default !== undefined ? switchField(spec) : choiceField(spec, [true, false]);
    case 'array':
      return schema.items && depth < DEEPEST ? listField(spec, schema.items, makeField) : jsonField(spec);
    case 'object':
      return schema.properties && depth < DEEPEST ? objectField(spec) : jsonField(spec);
    default:
      return jsonField(spec);
  }
}

/** An object: a field for each member. Members that the schema doesn't name are kept as they were written. */
export function objectField(spec: FormFieldSpec): FormField {
  const { schema, root, depth, label, required } = spec;
  const isOptional = depth > 0 && !required;
  const id = newId();
  const isUsed = h('input', { type: 'checkbox', id });
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const isRequired = schema.required?.includes(name) ?? false;
    const field = makeField({ label: name, schema: member, root, required: isRequired, depth: depth + 1 });
    return [name, field] as const;
  });
  const inside = h('div', { class: 'members' }, ...members.map(([, { element }]) => element));
  const legend = isOptional ? h('label', { for: id }, isUsed, ` ${label}`) : label;
  const element = h(
    'fieldset',
    {},
    h('legend', {}, legend, !spec.isItem && requiredMark(spec)),
    h('p', { class: 'hint' }, ...hint(schema)),
    inside,
  );
  const show = (): void => void (inside.hidden = isOptional && !isUsed.checked);
  isUsed.addEventListener('change', show);
  show();
  let rest: Record<string, unknown> = {};
  const readBy = (value: (field: FormField) => unknown): Record<string, unknown> | undefined => {
    if (isOptional && !isUsed.checked) return undefined;
    const read = members.map(([name, field]) => [name, value(field)] as const);
    return { ...Object.fromEntries(read.filter(([, each]) => each !== undefined)), ...rest };
  };
  return {
    element: depth === 0 ? inside : element,
    read: () => readBy((field) => field.read()),
    draft: () => readBy(draftOf),
    write: (value) => {
      const given = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
      for (const [name, field] of members) field.write(Object.hasOwn(given, name) ? given[name] : undefined);
      const known = new Set(members.map(([name]) => name));
      rest = Object.fromEntries(Object.entries(given).filter(([name]) => !known.has(name)));
      isUsed.checked = value !== undefined;
      show();
    },
    mark: (path, message) => {
      const at = path.replace(/^\./, '');
      const inside = members.filter(
        ([name]) => at === name || (/^[.[]/.test(at.slice(name.length)) && at.startsWith(name)),
      );
      // Names may have dots in them: the longest that fits is meant.
      const [member] = inside.sort(([a], [b]) => b.length - a.length);
      return member?.[1].mark(at.slice(member[0].length), message);
    },
    clear: () => members.forEach(([, field]) => field.clear()),
  };
}
