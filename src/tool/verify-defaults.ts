import type { AuthorProblems } from '../author-problems';
import { AuthorError } from '../errors';
import type { ArgsClass } from '../metadata';
import { planOf } from '../schema/args-schema';
import { authorProblems } from '../schema/author-rules';
import { plainInstance } from '../schema/construct-args';
import type { TypeFacts } from '../schema/field-facts';

/** Adds the defaults of an args class that its author's own rules refuse: a call that sends nothing would get them all the same. */
export async function verifyDefaults(
  cls: ArgsClass,
  problems: AuthorProblems,
  facts?: TypeFacts,
): Promise<void> {
  for (const { field, message } of await authorProblems(planOf(cls, facts), plainInstance(cls), facts))
    problems.add(
      new AuthorError(
        `class ${cls.name}`,
        `has a default that its own rules refuse: ${field} ${message}.`,
        'Correct the default or the rule.',
      ),
    );
}
