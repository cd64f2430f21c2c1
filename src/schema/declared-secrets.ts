import { secretProperties } from '../json/secret-properties';
import type { Problem } from '../json/problem';
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

/** Takes from problems the received values of secret arguments, of what is inside them, and of what holds them. */
export function hideReceived(problems: readonly Problem[], secrets: readonly string[]): void {
  for (const problem of problems) {
    const within = problem.field.split(/[.[\]]+/);
    if (secrets.some((name) => within.includes(name) || problem.received?.includes(name)))
      delete problem.received;
  }
}
