import type { Problem } from '../json/problem';
import type { ArgsClass } from '../metadata';
import { planOf } from './args-schema';
import type { TypeFacts } from './field-facts';

/** The published names of the secret arguments of a class, and of the classes inside it. */
export function secretsOf(cls: ArgsClass, facts?: TypeFacts): readonly string[] {
  const names = planOf(cls, facts).fields.flatMap(({ note, nested }) => {
    if (note.stated.secret) return [note.wireName];
    return nested ? secretsOf(nested, facts) : [];
  });
  return [...new Set(names)];
}

/** Takes from problems the received values of secret arguments, and of what is inside them. */
export function hideReceived(problems: readonly Problem[], secrets: readonly string[]): void {
  for (const problem of problems)
    if (problem.field.split(/[.[\]]+/).some((name) => secrets.includes(name))) delete problem.received;
}
