import { Arg, Result, Tool, ToolArguments, type ToolContext } from '../../src/index';

class NameArgs extends ToolArguments {
  @Arg('A name') name!: string;
}

@Tool({ args: NameArgs, description: 'Right.' })
export class Right {
  async run(args: NameArgs, context: ToolContext): Promise<Result<string>> {
    context.log.info(args.name);
    return Result.ok(args.name);
  }
}

@Tool({ args: NameArgs, description: 'Needs only the arguments.' })
export class ArgumentsOnly {
  run(args: NameArgs): string {
    return args.name;
  }
}

@Tool({ description: 'The older style.' })
export class Raw {
  run(args: Record<string, unknown>): unknown {
    return args;
  }
}

/** A Result narrows to its value or to its error. */
export function narrowed(result: Result<number>): number | string {
  return result.isOk() ? result.value : result.isFailure() ? result.error : 'neither';
}
