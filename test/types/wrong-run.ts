import { Arg, Prompt, Resource, Result, Tool, ToolArguments } from '../../src/index';

class NameArgs extends ToolArguments {
  @Arg('A name') name!: string;
}

class CountArgs extends ToolArguments {
  @Arg('A count') count!: number;
}

class WiderArgs extends NameArgs {
  @Arg('More') more!: string;
}

@Tool({ args: NameArgs, description: 'Takes another class.' }) // wrong
export class Other {
  run(args: CountArgs): number {
    return args.count;
  }
}

@Tool({ args: NameArgs, description: 'Takes more than it is given.' }) // wrong
export class Wider {
  run(args: WiderArgs): string {
    return args.more;
  }
}

@Tool({ args: NameArgs, description: 'Has no run.' }) // wrong
export class NoRun {}

@Tool({ args: NameArgs }) // wrong
export class NoDescription {
  run(args: NameArgs): string {
    return args.name;
  }
}

@Prompt({ args: NameArgs, description: 'Takes another class.' }) // wrong
export class OtherPrompt {
  render(args: CountArgs): string {
    return String(args.count);
  }
}

class Total extends ToolArguments {
  @Arg('How many') count!: number;
}

@Tool({ args: NameArgs, output: Total, description: 'Returns another value.' }) // wrong
export class OtherValue {
  run(args: NameArgs): { count: string } {
    return { count: args.name };
  }
}

@Tool({ args: NameArgs, output: Total, description: 'Returns a Result of another value.' }) // wrong
export class OtherResult {
  async run(args: NameArgs): Promise<Result<{ total: string }>> {
    return Result.ok({ total: args.name });
  }
}

@Tool({ args: NameArgs, output: Total, description: 'Returns nothing.' }) // wrong
export class NoValue {
  run(args: NameArgs): void {
    args.name.trim();
  }
}

@Resource({ uri: 'note://{id}', description: 'Reads a variable that the template has not.' }) // wrong
export class OtherVariable {
  read({ ident }: { ident: string }): string {
    return ident;
  }
}

@Resource({ uri: 'note://all', description: 'Has no variables.' }) // wrong
export class NoVariables {
  read({ id }: { id: string }): string {
    return id;
  }
}
