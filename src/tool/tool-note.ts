import type { ToolClass } from '../decorators';
import { AuthorError } from '../errors';
import { TOOL_NAME } from '../base/names';
import { argNotesOf, toolNoteOf, type ToolNote } from '../metadata';

/** Returns the note of a tool class; throws an error that says what is missing. */
export function noteOfTool(cls: ToolClass): ToolNote {
  const note = toolNoteOf(cls);
  if (!note) throw new AuthorError(cls.name || 'an unnamed class', 'is not a tool.', 'Put @Tool on it.');
  if (!note.description?.trim())
    throw new AuthorError(cls.name, 'has no description.', 'Say in @Tool what it does.');
  if (note.timeoutSeconds !== undefined && !(note.timeoutSeconds >= 0))
    throw new AuthorError(
      cls.name,
      `has a timeoutSeconds of ${note.timeoutSeconds}.`,
      'Use seconds, or 0 for no limit.',
    );
  if (note.answerBudget !== undefined && !(note.answerBudget >= 0))
    throw new AuthorError(
      cls.name,
      `has an answerBudget of ${note.answerBudget}.`,
      'Use a number of tokens, or 0 for no limit.',
    );
  if (!TOOL_NAME.test(note.name)) {
    throw new AuthorError(
      cls.name,
      `has the name '${note.name}', which clients reject.`,
      'Use at most 64 letters, digits, _ and -.',
    );
  }
  return note;
}

/** Returns the field and literal of a tool's `@Explicit` argument. */
export function explicitOf(note: ToolNote): { field: string; literal: string } | undefined {
  const found = note.args && argNotesOf(note.args).find((arg) => arg.explicit !== undefined);
  return found && { field: found.wireName, literal: found.explicit! };
}
