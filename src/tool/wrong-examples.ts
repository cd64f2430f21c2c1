import type { ToolNote } from '../metadata';
import type { TypeFacts } from '../schema/field-facts';
import type { Checked } from '../schema/checked-args';
import { problemText, validatorOf, type ArgsValidator } from '../schema/validate';

/** An example that its own tool would reject. */
export interface WrongExample {
  readonly index: number;
  readonly problem: string;
}

/** Checks the examples of a tool as its calls are checked: by the schema and by the author's own rules. */
export async function wrongExamples(
  { args, examples = [] }: ToolNote,
  facts?: TypeFacts,
): Promise<WrongExample[]> {
  if (!args || !examples.length) return [];
  const validator = validatorOf(args, facts);
  const wrong: WrongExample[] = [];
  for (const [index, example] of examples.entries()) {
    const checked = await judge(validator, example.args);
    if (checked && !checked.ok) wrong.push({ index, problem: problemText(checked.problems) });
  }
  return wrong;
}

// A rule that needs a service may fail because it is missing, which says nothing about the example.
async function judge(validator: ArgsValidator, args: object): Promise<Checked | undefined> {
  try {
    return await validator.check(args, false);
  } catch {
    return undefined;
  }
}
