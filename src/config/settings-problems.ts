import type { AuthorProblems } from '../author-problems';
import { AuthorError } from '../errors';
import { argNotesOf, type ArgsClass } from '../metadata';
import { planOf } from '../schema/args-schema';
import { entryOf, itemOf, sectionOf } from './known-settings';

/** Adds every mistake in an author's class of settings: what an args class is refused for, and what no operator could set. */
export function findSettingsProblems(cls: ArgsClass, problems: AuthorProblems): void {
  if (!argNotesOf(cls).length)
    return problems.add(
      new AuthorError(
        cls.name,
        'is a class of settings without @Arg: nobody could set anything.',
        "Put @Arg on each field that is a setting, such as `@Arg('What it is for')`.",
      ),
    );
  const plan = problems.attempt(() => planOf(cls), `class ${cls.name}`);
  for (const { note, nested } of plan?.fields ?? []) {
    const read = sectionOf(note) ?? entryOf(note) ?? itemOf(note);
    if (read) findSettingsProblems(read, problems);
    else if (nested)
      problems.add(
        new AuthorError(
          `${cls.name}.${note.key}`,
          `is of the class ${nested.name}, and is read as a section of settings only if @Arg says so.`,
          `State \`type: () => ${nested.name}\` in @Arg.`,
        ),
      );
  }
}
