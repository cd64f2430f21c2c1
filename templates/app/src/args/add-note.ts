import { Arg, ToolArguments } from 'toolwright';

/** Arguments of `add_note`. */
export class AddNoteArgs extends ToolArguments {
  @Arg({ description: 'Name of the note', minLength: 1, maxLength: 50, example: 'groceries' })
  name!: string;

  @Arg({ description: 'What to remember', maxLength: 10_000, example: 'Milk and bread' })
  text!: string;

  @Arg({ description: 'Labels to file it under', items: 'string' })
  tags: string[] = [];
}
