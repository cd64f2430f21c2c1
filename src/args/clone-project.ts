import { ToolArguments } from '../arguments';
import { Arg } from '../decorators';

/** Arguments of `clone_project`. */
export class CloneProjectArgs extends ToolArguments {
  @Arg({ description: 'Name or key of the project to copy from', example: 'shop' })
  fromProject!: string;

  @Arg({
    description: 'Name or key of the project to copy to; defaults to the current one',
    optional: true,
    example: 'shop-next',
  })
  toProject?: string;

  @Arg('Keep the target’s settings and add missing ones; false replaces them all')
  merge = true;

  @Arg(
    'With merge: overwrite settings that exist in both. Without merge: allow replacing those of the target',
  )
  force = false;
}
