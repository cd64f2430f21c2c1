import {
  Arg,
  defineApp,
  Prompt,
  Resource,
  Result,
  Tool,
  ToolArguments,
  ToolResult,
  type ToolContext,
  type UserAnswer,
} from '../../src/index';

class NameArgs extends ToolArguments {
  @Arg({ description: 'A name', type: 'string' }) name!: string;
}

class ListArgs extends NameArgs {
  @Arg({ description: 'Words', items: 'string' }) words!: string[];
  @Arg({ description: 'Counts', values: 'number', optional: true }) counts?: Record<string, number>;
  @Arg({ description: 'A level', enum: ['low', 'high'] }) level: 'low' | 'high' = 'low';
}

@Tool({ args: ListArgs, description: 'Takes lists.' })
export class TakesLists {
  run(args: ListArgs): string {
    return args.words.join();
  }
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

class Total extends ToolArguments {
  @Arg({ description: 'How many', type: 'number' }) count!: number;
}

@Tool({ args: NameArgs, output: Total, description: 'Returns the value itself.' })
export class PlainValue {
  run(args: NameArgs): { count: number } {
    return { count: args.name.length };
  }
}

@Tool({ args: NameArgs, output: Total, description: 'Returns a Result, with one property more.' })
export class ResultValue {
  async run(args: NameArgs) {
    const found = { count: args.name.length, more: true };
    return found.count ? Result.ok(found) : Result.failure('Nothing', 'not_found');
  }
}

@Tool({ output: Total, description: 'Returns content of its own.' })
export class OwnContent {
  async run(): Promise<ToolResult | Total> {
    return ToolResult.json({ count: 1 });
  }
}

@Resource({ uri: 'note://{shelf}/{+name}', description: 'Reads its variables.' })
export class Variables {
  read({ shelf, name }: { shelf: string; name: string }): string {
    return shelf + name;
  }
}

@Resource({ uri: 'note://{id}', description: 'Takes any variables.' })
export class AnyVariables {
  read(variables: Record<string, string>): string {
    return variables['id']!;
  }
}

@Resource({ uri: 'note://all', description: 'Needs none.' })
export class NoVariables {
  read(): string {
    return '';
  }
}

@Prompt({ args: NameArgs, description: 'Takes its class.' })
export class Asks {
  render(args: NameArgs, context: ToolContext): string {
    context.log.info(args.name);
    return args.name;
  }
}

@Prompt({ args: NameArgs, description: 'Takes a part of it.' })
export class AsksLess {
  render({ name }: { name: string; more?: number }): string {
    return name;
  }
}

@Prompt({ args: NameArgs, description: 'Completes its fields.' })
export class Completes {
  render(): string {
    return '';
  }

  complete(
    argument: keyof NameArgs,
    value: string,
    context: ToolContext,
    others: Partial<Record<keyof NameArgs, string>>,
  ): string[] {
    context.log.info(value);
    return argument === 'name' ? [others.name ?? ''] : [];
  }
}

@Prompt({ args: NameArgs, description: 'Completes whatever is asked for.' })
export class CompletesAny {
  render(): string {
    return '';
  }

  async complete(argument: string): Promise<readonly string[]> {
    return [argument];
  }
}

@Prompt({ description: 'Completes without an args class.' })
export class CompletesRaw {
  render(): string {
    return '';
  }

  complete(argument: string, value: string, context: ToolContext, others: Record<string, string>): string[] {
    return [argument, value, context.door ?? '', ...Object.keys(others)];
  }
}

@Prompt({ description: 'Takes nothing.' })
export class AsksNothing {
  render(): string {
    return 'Why?';
  }
}

@Tool({ args: NameArgs, returns: { items: 'string' }, description: 'Returns a list, or why there is none.' })
export class Lists {
  run(args: NameArgs): string[] | Result<string[]> {
    return args.name ? [args.name] : Result.failure('None', 'not_found');
  }
}

/** What a user filled in is there where they accepted, without a further check. */
export function colourIn(answer: UserAnswer): unknown {
  return answer.action === 'accept' ? answer.content['colour'] : answer.action;
}

/** Classes with stated variables and arguments are taken by an app. */
export const app = defineApp({
  tools: [Right, Lists],
  prompts: [Asks, AsksLess, AsksNothing],
  resources: [Variables, AnyVariables, NoVariables],
});
