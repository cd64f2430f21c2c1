import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `find_tools`. */
export class FindToolsArgs extends ToolArguments {
  @Arg({
    description: 'What you want to do, or part of a name',
    minLength: 1,
    maxLength: 500,
    example: 'read a file',
  })
  query!: string;

  @Arg({ description: 'Maximum number of tools', type: 'integer', minimum: 1, maximum: 50 })
  limit = 5;

  @Arg({ description: 'Only this category', optional: true })
  category?: string;

  @Arg({
    description: 'full for whole descriptions',
    type: 'string',
    enum: ['brief', 'full'],
  })
  detail: 'brief' | 'full' = 'brief';
}
