import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments shared by the tools that return content. */
export class ContentArgs extends ToolArguments {
  @Arg({
    description: 'Names with optional patterns, such as lang/python+java,docs/api,guidelines',
    example: 'lang/python',
  })
  expression!: string;

  @Arg({
    description: 'Appended as /pattern to every name in the expression',
    optional: true,
    example: 'python',
  })
  pattern?: string;
}
