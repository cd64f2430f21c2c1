import { Result, Tool } from 'toolwright';
import { AddNoteArgs } from '../args/add-note.js';
import { NoteStore } from '../note-store.js';

/** Remembers something. */
@Tool({
  args: AddNoteArgs,
  description: 'Add a note.',
  usage: 'Use it when the user wants something remembered. An existing note is never overwritten.',
  examples: [{ args: { name: 'groceries', text: 'Milk and bread' }, explains: 'Remembers what to buy.' }],
  annotations: { destructiveHint: false },
})
export class AddNote {
  constructor(private readonly notes: NoteStore) {}

  run({ name, text, tags }: AddNoteArgs): Result<{ name: string }> {
    if (this.notes.add({ name, text, tags })) return Result.ok({ name }, { message: 'Noted.' });
    return Result.failure(`There is a note '${name}' already`, 'already_exists', {
      message: 'That name is taken.',
      instruction: 'Ask the user for another name.',
    });
  }
}
