import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Which document a tool is about; the arguments that all document tools share. */
export class DocumentArgs extends ToolArguments {
  @Arg({ description: 'Category directory path, or the name of the category', example: 'docs' })
  categoryDir!: string;

  @Arg({
    description: 'Document name; .md is added when it has no extension',
    minLength: 1,
    maxLength: 100,
    example: 'setup.md',
  })
  name!: string;
}
