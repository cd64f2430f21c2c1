import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `clone_project`. */
export class CloneProjectArgs extends ToolArguments {
  @Arg({ description: 'Name or key of the project to copy from', example: 'shop' })
  fromProject!: string;

  @Arg({
    description: 'Name or key of the project to copy to; the current one when left out',
    optional: true,
    example: 'shop-next',
  })
  toProject?: string;

  @Arg('Keep what the target has and add what it lacks; false replaces everything')
  merge = true;

  @Arg('Overwrite what both have, and replace settings that are protected otherwise')
  force = false;
}
