import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments shared by all document tools. */
export class DocumentArgs extends ToolArguments {
  @Arg({ description: 'Directory path or name of the category', example: 'docs' })
  categoryDir!: string;

  @Arg({
    description: 'Document name; .md is added if it has no extension',
    minLength: 1,
    maxLength: 100,
    example: 'setup.md',
  })
  name!: string;
}
