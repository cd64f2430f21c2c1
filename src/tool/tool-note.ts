import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import { TOOL_NAME } from '../base/names';
import { wrongOptions } from '../base/wrong-options';
import { argNotesOf, toolNoteOf, type ToolNote } from '../metadata';
import { throwMistakes } from '../schema/refuse-wrong-options';
import { ANSWER_LIMIT, TIME_LIMIT, TOOL_OPTIONS } from './tool-options';

/** Returns the note of a tool class; throws an error that says what is missing. */
export function noteOfTool(cls: ToolClass): ToolNote {
  const note = toolNoteOf(cls);
  if (!note) throw new AuthorError(cls.name || 'an unnamed class', 'is not a tool.', 'Put @Tool on it.');
  const { name, description, timeoutSeconds, answerBudget } = note;
  const isUsable =
    typeof (description as unknown) === 'string' &&
    description.trim() !== '' &&
    typeof (name as unknown) === 'string' &&
    TOOL_NAME.test(name) &&
    (timeoutSeconds === undefined || TIME_LIMIT.fits(timeoutSeconds)) &&
    (answerBudget === undefined || ANSWER_LIMIT.fits(answerBudget));
  if (!isUsable) refuseUnusable(cls.name, note);
  return note;
}

// Its other options are looked at too: `descripton` is why there is no description.
function refuseUnusable(place: string, note: ToolNote): void {
  const mistakes = wrongOptions(note, TOOL_OPTIONS, { defined: 'all' });
  const { name, description } = note as Partial<ToolNote>;
  const isWrong = (option: string): boolean => mistakes.some((mistake) => mistake.option === option);
  if (!isWrong('description') && !description?.trim())
    mistakes.push({ option: 'description', what: 'has no description.', cure: 'Say in @Tool what it does.' });
  if (!isWrong('name') && !TOOL_NAME.test(name!))
    mistakes.push({
      option: 'name',
      what: `has the name '${name}', which clients reject.`,
      cure: 'Use at most 64 letters, digits, _ and -.',
    });
  throwMistakes(place, mistakes);
}

/** Returns the field and literal of a tool's `@Explicit` argument. */
export function explicitOf(note: ToolNote): { field: string; literal: string } | undefined {
  const found = note.args && argNotesOf(note.args).find((arg) => arg.explicit !== undefined);
  return found && { field: found.wireName, literal: found.explicit! };
}
