import { Arg, Prompt, Tool, ToolArguments } from '../../src/index';

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
