import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_update`. */
export class CategoryUpdateArgs extends ToolArguments {
  @Arg({ description: 'Name of the category', example: 'lang' })
  name!: string;

  @Arg({ description: 'Globs of further documents', items: 'string', optional: true, example: ['*.txt'] })
  addPatterns?: string[];

  @Arg({
    description: 'Globs that no longer select documents',
    items: 'string',
    optional: true,
    example: ['*.md'],
  })
  removePatterns?: string[];
}
