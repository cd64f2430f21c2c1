import { Arg, Tool, ToolArguments } from 'toolwright';

class EchoArgs extends ToolArguments {
  @Arg({ description: 'What to say back', minLength: 1, maxLength: 10000 })
  message!: string;
}

@Tool({ args: EchoArgs, description: 'Say the message back.' })
export class Echo {
  run(args: EchoArgs): string {
    return args.message;
  }
}

class AddItemArgs extends ToolArguments {
  @Arg({ description: 'Name of the item', minLength: 1, maxLength: 100 })
  title!: string;

  @Arg({ description: 'How many', type: 'integer', minimum: 0, maximum: 1000 })
  count!: number;

  @Arg({ description: 'Labels', items: 'string', maxItems: 20 })
  tags!: string[];

  @Arg({ description: 'How urgent', enum: ['low', 'mid', 'high'] })
  priority!: 'low' | 'mid' | 'high';

  @Arg({ description: 'Anything else', optional: true })
  note?: string;
}

@Tool({ args: AddItemArgs, description: 'Add an item to the list.' })
export class AddItem {
  run({ title, count, tags, priority }: AddItemArgs): string {
    return `Added ${count} x ${title} (${priority}) [${tags.join(', ')}]`;
  }
}
