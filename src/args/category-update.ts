import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `category_update`. */
export class CategoryUpdateArgs extends ToolArguments {
  @Arg({ description: 'Name of the category', example: 'lang' })
  name!: string;

  @Arg({ description: 'Patterns to add', items: 'string', optional: true, example: ['*.txt'] })
  addPatterns?: string[];

  @Arg({ description: 'Patterns to remove', items: 'string', optional: true, example: ['*.md'] })
  removePatterns?: string[];
}
