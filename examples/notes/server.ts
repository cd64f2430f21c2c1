// Services by constructor injection, Results with instructions, and a destructive tool that needs consent.
import { Arg, defineApp, Explicit, Result, serveStdio, Tool, ToolArguments } from 'toolwright';
import { NoteStore, type Note } from './note-store';

class AddNoteArgs extends ToolArguments {
  @Arg({ description: 'Name of the note', minLength: 1, maxLength: 50, example: 'groceries' })
  name!: string;

  @Arg({ description: 'What to remember', maxLength: 10_000, example: 'Milk and bread' })
  text!: string;
}

/** Remembers something. */
@Tool({
  args: AddNoteArgs,
  description: 'Add a note.',
  usage: 'Use it when the user wants something remembered. An existing note is never overwritten.',
  examples: [{ args: { name: 'groceries', text: 'Milk and bread' }, explains: 'Remembers what to buy.' }],
  annotations: { title: 'Add note', destructiveHint: false },
})
export class AddNote {
  constructor(private readonly notes: NoteStore) {}

  run(args: AddNoteArgs): Result<string> {
    if (this.notes.add({ name: args.name, text: args.text }))
      return Result.ok(args.name, { message: 'Noted.' });
    return Result.failure(`There is a note '${args.name}' already`, 'already_exists', {
      message: 'That name is taken.',
      instruction: 'Ask the user for another name.',
    });
  }
}

class ListNotesArgs extends ToolArguments {}

/** Tells what is remembered. */
@Tool({ args: ListNotesArgs, description: 'List the notes.', annotations: { readOnlyHint: true } })
export class ListNotes {
  constructor(private readonly notes: NoteStore) {}

  run(_args: ListNotesArgs): Result<Note[]> {
    return Result.ok(this.notes.all());
  }
}

class DeleteNoteArgs extends ToolArguments {
  @Arg({ description: 'Name of the note', example: 'groceries' })
  name!: string;

  @Explicit('DELETE_NOTE')
  explicitAction!: 'DELETE_NOTE';
}

/** Forgets a note for good, on the user's explicit word. */
@Tool({ args: DeleteNoteArgs, description: 'Delete a note.', annotations: { destructiveHint: true } })
export class DeleteNote {
  constructor(private readonly notes: NoteStore) {}

  run(args: DeleteNoteArgs): Result<string> {
    if (this.notes.remove(args.name)) return Result.ok(args.name);
    return Result.failure(`There is no note '${args.name}'`, 'not_found', {
      instruction: 'List the notes and ask the user which one.',
    });
  }
}

const app = defineApp({ name: 'notes', version: '1.0.0', tools: [AddNote, ListNotes, DeleteNote] });
export default app;

if (require.main === module) void serveStdio(app);
