import type { DeclaredAccess } from '../base/access';
import { AuthorError } from '../errors';
import type { ArgsClass } from '../metadata';
import { planOf, type Field } from './args-schema';
import type { TypeFacts } from './field-facts';

/** The arguments of a class, and of the classes inside it, that the policy judges. */
export function accessesOf(cls: ArgsClass, facts?: TypeFacts): readonly DeclaredAccess[] {
  return planOf(cls, facts).fields.flatMap((field) => {
    const { key, wireName, stated } = field.note;
    if (stated.access) return [declared(wireName, [key], stated.access)];
    return field.nested ? within(cls, field, accessesOf(field.nested, facts)) : [];
  });
}

function within(cls: ArgsClass, field: Field, inner: readonly DeclaredAccess[]): DeclaredAccess[] {
  const { key, wireName } = field.note;
  const { additionalProperties } = field.schema.anyOf?.[0] ?? field.schema;
  if (inner.length && typeof additionalProperties === 'object')
    throw new AuthorError(
      `${cls.name}.${key}`,
      'holds values with an access under free keys, where the policy does not look.',
      'Use a list of objects.',
    );
  return inner.map((each) =>
    declared(`${wireName}.${each.field}`, [key, ...(each.keys ?? each.field.split('.'))], each.kind),
  );
}

function declared(field: string, keys: readonly string[], kind: DeclaredAccess['kind']): DeclaredAccess {
  return keys.join('.') === field ? { field, kind } : { field, kind, keys };
}
