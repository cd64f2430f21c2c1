import { Arg, Tool, ToolArguments, type ToolClass } from 'toolwright';

/** One generated tool class, with an args class of its own, written as in the README. */
export function generatedTool(number: number): ToolClass {
  class GeneratedArgs extends ToolArguments {
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

  @Tool({ name: `generated_${number}`, args: GeneratedArgs, description: `Add an item to list ${number}.` })
  class GeneratedTool {
    run({ title, count, tags, priority }: GeneratedArgs): string {
      return `Added ${count} x ${title} (${priority}) [${tags.join(', ')}]`;
    }
  }
  return GeneratedTool;
}
