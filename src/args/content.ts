import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Which documents are meant; the arguments that the tools which give content share. */
export class ContentArgs extends ToolArguments {
  @Arg({
    description: 'Names with optional patterns, such as lang/python+java,docs/api,guidelines',
    example: 'lang/python',
  })
  expression!: string;

  @Arg({
    description: 'The same as /pattern after every name of the expression',
    optional: true,
    example: 'python',
  })
  pattern?: string;
}
