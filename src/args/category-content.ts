import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_content`. */
export class CategoryContentArgs extends ToolArguments {
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
