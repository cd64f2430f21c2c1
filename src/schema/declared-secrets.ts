import { secretProperties } from '../json/secret-properties';
import type { ArgsClass } from '../metadata';
import { planOf, type Field } from './args-schema';
import type { TypeFacts } from './field-facts';

/** The published names of the secret arguments of a class, and of the classes and schemas inside it. */
export function secretsOf(cls: ArgsClass, facts?: TypeFacts): readonly string[] {
  const names = planOf(cls, facts).fields.flatMap((field) => secretsIn(field, facts));
  return [...new Set(names)];
}

function secretsIn({ note, schema, nested }: Field, facts: TypeFacts | undefined): readonly string[] {
  const { wireName, stated } = note;
  if (stated.secret) return [wireName];
  return nested ? secretsOf(nested, facts) : secretProperties({ properties: { [wireName]: schema } });
}
