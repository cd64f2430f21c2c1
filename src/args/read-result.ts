import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `read_result`. */
export class ReadResultArgs extends ToolArguments {
  @Arg({
    description: 'The handle in the note at the end of the shortened answer',
    minLength: 1,
    maxLength: 100,
    example: 'q3jYtNOm9hZcXk2v7w1fUg',
  })
  handle!: string;

  @Arg({
    description: 'Character to start at, as given by the previous note',
    optional: true,
    type: 'integer',
    minimum: 0,
  })
  offset?: number;

  @Arg({ description: 'First line to read, starting at 1', optional: true, type: 'integer', minimum: 1 })
  startLine?: number;

  @Arg({
    description: 'Number of lines to read; by default, as many as fit',
    optional: true,
    type: 'integer',
    minimum: 1,
  })
  lineCount?: number;

  @Arg({
    description: 'Return only the lines that contain this text',
    optional: true,
    minLength: 1,
    maxLength: 1_000,
  })
  search?: string;

  @Arg({
    description:
      'A part of a JSON answer: stdout, items[0:20], results[*].name, ["odd key"]; offset, lines and search then count within it',
    optional: true,
    minLength: 1,
    maxLength: 1_000,
    example: 'items[0:20].name',
  })
  select?: string;
}
