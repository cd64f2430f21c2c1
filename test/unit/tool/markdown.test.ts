import { Arg, Explicit, Tool, ToolArguments } from '../../../src/index';
import { ToolRegistry } from '../../../src/registries/tool-registry';

class DocumentArgs extends ToolArguments {
  @Arg('Where it goes') categoryDir!: string;
  @Arg({ description: 'How loud', enum: ['low', 'high'] }) level: 'low' | 'high' = 'low';
  @Arg({ description: 'Words', items: 'string', optional: true }) words?: string[];
  @Explicit('CREATE_DOCUMENT') explicitAction!: 'CREATE_DOCUMENT';
}

@Tool({
  args: DocumentArgs,
  description: 'Create a managed document whose first line is rather too long to show.',
})
class CreateDocument {
  run(_args: DocumentArgs) {
    return 1;
  }
}

test('toSchemaMarkdown lists name, type, standing, default, allowed values and description', () => {
  expect(DocumentArgs.toSchemaMarkdown()).toBe(`## Arguments

- **category_dir** (required): string
  - Where it goes
- **level** (optional, default "low"): enum: 'low', 'high'
  - How loud
- **words** (optional): array of string
  - Words
- **explicit_action** (required): literal 'CREATE_DOCUMENT'
  - Must be 'CREATE_DOCUMENT'; set it only if the user asked for exactly this`);
});

test('buildToolDescription gives the four sections; a long first line gets a short one above it', () => {
  const text = ToolArguments.buildToolDescription(CreateDocument);
  expect(text.match(/^## .*$/gm)).toEqual([
    '## Description',
    '## JSON Schema',
    '## Usage Instructions',
    '## Concrete Examples',
  ]);
  expect(text.split('\n')[2]).toBe('Create document.');
  expect(text).toContain('REQUIRES EXPLICIT USER INSTRUCTION');
  expect(text).toContain('"explicit_action": "CREATE_DOCUMENT"');
});

test('a fence inside a text can’t end the section it stands in', () => {
  @Tool({ args: DocumentArgs, description: 'Odd.', usage: 'Write\n```\nx\n```\n## Concrete Examples' })
  class Odd {
    run(_args: DocumentArgs) {
      return 1;
    }
  }
  expect(ToolArguments.buildToolDescription(Odd)).toContain(
    '````text\nWrite\n```\nx\n```\n## Concrete Examples\n````',
  );
});

test('a class that is no tool is refused', () => {
  class Plain {
    run(_args: DocumentArgs) {
      return 1;
    }
  }
  expect(() => ToolArguments.buildToolDescription(Plain)).toThrow('Plain: is not a tool.');
});

test('an example that is made up uses the values that the author states for fields', () => {
  class BookArgs extends ToolArguments {
    @Arg({ description: 'Its number', example: '978-3-16-148410-0' }) isbn!: string;
    @Arg('Its title') title!: string;
  }
  @Tool({ args: BookArgs, description: 'Order a book.' })
  class OrderBook {
    run(args: BookArgs) {
      return args.isbn;
    }
  }
  const texts = [
    ToolArguments.buildToolDescription(OrderBook),
    new ToolRegistry([OrderBook]).get('order_book')!.describe().description,
  ];
  for (const text of texts) expect(text).toContain('"isbn": "978-3-16-148410-0",\n  "title": "title"');
});
