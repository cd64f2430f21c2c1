import { Arg, Prompt, Resource, Result, Tool, ToolArguments, type ToolContext } from '../../src/index';

class NameArgs extends ToolArguments {
  @Arg({ description: 'A name', type: 'string' }) name!: string;
}

class CountArgs extends ToolArguments {
  @Arg({ description: 'A count', type: 'number' }) count!: number;
}

class NamedByNumberArgs extends ToolArguments {
  @Arg({ description: 'A name', type: 'number' }) name!: number;
}

class WiderArgs extends NameArgs {
  @Arg({ description: 'More', type: 'string' }) more!: string;
}

class Total extends ToolArguments {
  @Arg({ description: 'How many', type: 'number' }) count!: number;
}

class Store {
  readonly notes: string[] = [];
}

// wrong: run takes count, which the class in args has not: take that class
@Tool({ args: NameArgs, description: 'Takes another class.' })
export class Other {
  run(args: CountArgs): number {
    return args.count;
  }
}

// wrong: run takes more, which the class in args has not: take that class
@Tool({ args: NameArgs, description: 'Takes more than it is given.' })
export class Wider {
  run(args: WiderArgs): string {
    return args.more;
  }
}

// wrong: run takes a class, and args is not stated: state args with the class that run takes
@Tool({ description: 'States no args.' })
export class WithoutArgs {
  run(args: NameArgs): string {
    return args.name;
  }
}

// wrong: render takes a class, and args is not stated: state args with the class that render takes
@Prompt({ description: 'States no args.' })
export class PromptWithoutArgs {
  render(args: NameArgs): string {
    return args.name;
  }
}

// wrong: run takes name of another type than the class in args has: take that class
@Tool({ args: NameArgs, description: 'Takes a number.' })
export class NameAsNumber {
  run(args: NamedByNumberArgs): number {
    return args.name;
  }
}

// wrong: run takes something else than the class in args: take that class
@Tool({ args: NameArgs, description: 'Takes a string.' })
export class TakesText {
  run(args: string): string {
    return args;
  }
}

// wrong: run takes the context first: write run(args, context), arguments come first even if there are none
@Tool({ args: NameArgs, description: 'Takes the context alone.' })
export class ContextFirst {
  run(context: ToolContext): string {
    return String(context.budget);
  }
}

// wrong: run takes the context first: write run(args, context), arguments come first even if there are none
@Tool({ description: 'Takes the context alone, without arguments.' })
export class ContextAlone {
  run(context: ToolContext): string {
    return String(context.budget);
  }
}

// wrong: run takes something else than ToolContext after args: write context: ToolContext
@Tool({ args: NameArgs, description: 'Takes another context.' })
export class OtherContext {
  run(args: NameArgs, limit: number): string {
    return args.name.slice(limit);
  }
}

// wrong: run takes more than args and context: take the rest by the constructor
@Tool({ args: NameArgs, description: 'Takes a service.' })
export class ThirdParameter {
  run(args: NameArgs, _context: ToolContext, store: Store): string {
    return args.name + store.notes.join();
  }
}

// wrong: has no method run: add run(args, context)
@Tool({ args: NameArgs, description: 'Has no run.' })
export class NoRun {}

// wrong: has a constructor that takes something else than inject states: state one token for each parameter, in order
@Tool({ args: NameArgs, description: 'States too little.', inject: [] })
export class TooFewTokens {
  constructor(readonly store: Store) {}
  run(args: NameArgs): string {
    return args.name;
  }
}

// wrong: run returns count of another type than output says: make them the same
@Tool({ args: NameArgs, output: Total, description: 'Returns another value.' })
export class OtherValue {
  run(args: NameArgs): { count: string } {
    return { count: args.name };
  }
}

// wrong: run returns no count, which output requires: add it to the value, or state optional
@Tool({ args: NameArgs, output: Total, description: 'Returns a Result of another value.' })
export class OtherResult {
  async run(args: NameArgs): Promise<Result<{ total: string }>> {
    return Result.ok({ total: args.name });
  }
}

// wrong: run returns nothing: return what output says, or a Result of it
@Tool({ args: NameArgs, output: Total, description: 'Returns nothing.' })
export class NoValue {
  run(args: NameArgs): void {
    args.name.trim();
  }
}

// wrong: run may return nothing: return what output says, or a Result.failure
@Tool({ args: NameArgs, output: Total, description: 'Returns nothing at times.' })
export class PerhapsNoValue {
  async run(args: NameArgs): Promise<Total | undefined> {
    return args.name ? { count: 1 } : undefined;
  }
}

// wrong: run returns another kind of value than output says: make them the same
@Tool({ args: NameArgs, output: Total, description: 'Returns a list.' })
export class ListForObject {
  run(): Total[] {
    return [];
  }
}

// wrong: run returns another kind of value than returns says: make them the same
@Tool({ args: NameArgs, returns: { items: 'string' }, description: 'Returns other items.' })
export class OtherItems {
  run(): number[] {
    return [];
  }
}

// wrong: run returns no count, which returns requires: add it to the value, or state optional
@Tool({ args: NameArgs, returns: () => Total, description: 'Returns another class.' })
export class OtherReturns {
  run(args: NameArgs): { name: string } {
    return { name: args.name };
  }
}

// wrong: render takes count, which the class in args has not: take that class
@Prompt({ args: NameArgs, description: 'Takes another class.' })
export class OtherPrompt {
  render(args: CountArgs): string {
    return String(args.count);
  }
}

// wrong: render takes name of another type than the class in args has: take that class
@Prompt({ args: NameArgs, description: 'Takes a number.' })
export class NameAsNumberPrompt {
  render(args: { name: number }): string {
    return String(args.name);
  }
}

// wrong: complete must take the name of every field, name too: write argument: string, or keyof of the class in args
@Prompt({ args: NameArgs, description: 'Completes names that no field has.' })
export class CompletesOther {
  render(): string {
    return '';
  }

  complete(argument: 'customer_id'): string[] {
    return [argument];
  }
}

// wrong: complete takes names, and args is not stated: state args, or write complete(argument: string, …)
@Prompt({ description: 'Completes fields of no class.' })
export class CompletesWithoutArgs {
  render(): string {
    return '';
  }

  complete(argument: keyof NameArgs): string[] {
    return [argument];
  }
}

// wrong: has no method render: add render(args, context)
@Prompt({ args: NameArgs, description: 'Has no render.' })
export class NoRender {}

// wrong: read takes ident, which its uri has not: its variables are id
@Resource({ uri: 'note://{id}', description: 'Reads a variable that the template has not.' })
export class OtherVariable {
  read({ ident }: { ident: string }): string {
    return ident;
  }
}

// wrong: read takes id, and its uri has no variables: put {id} into the uri, or drop it
@Resource({ uri: 'note://all', description: 'Has no variables.' })
export class NoVariables {
  read({ id }: { id: string }): string {
    return id;
  }
}

// wrong: read takes a variable that is no string: every variable of a URI is one
@Resource({ uri: 'note://{id}', description: 'Reads a number.' })
export class NumberVariable {
  read({ id }: { id: number }): string {
    return String(id);
  }
}

// wrong: has no method read: add read(variables, context)
@Resource({ uri: 'note://all', description: 'Has no read.' })
export class NoRead {}
