// A prompt and a resource over one service, a setting of the app's own, and a tool that a flag switches on and off.
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  Arg,
  defineApp,
  Prompt,
  Resource,
  serveStdio,
  Tool,
  ToolArguments,
  type App,
  type ResourceEntry,
} from 'toolwright';

/** What an operator can set: `settings: { greeting: … }` in toolwright.yaml, `--greeting`, or `HANDBOOK_GREETING`. */
export class HandbookSettings {
  @Arg('Stands before every answer')
  greeting = 'Answer only from this page of our handbook:';
}

/** The pages of a handbook. */
export class Handbook {
  readonly pages = new Map([
    ['holidays', 'Thirty days a year. Tell your team two weeks before.'],
    ['expenses', 'Keep the receipt. Ask first above 200 €.'],
  ]);
}

/** Each page under an address of its own. */
@Resource({ uri: 'handbook://{page}', description: 'A page of the handbook.', mimeType: 'text/markdown' })
export class HandbookPage {
  constructor(private readonly handbook: Handbook) {}

  read({ page }: Record<string, string>): string | undefined {
    return this.handbook.pages.get(page!);
  }

  list(): ResourceEntry[] {
    return [...this.handbook.pages.keys()].map((page) => ({ uri: `handbook://${page}`, name: page }));
  }

  complete(_variable: string, value: string): string[] {
    return [...this.handbook.pages.keys()].filter((page) => page.startsWith(value));
  }
}

class AskArgs extends ToolArguments {
  @Arg('The page to go by')
  page!: string;

  @Arg('What you want to know')
  question!: string;
}

/** Asks a question that has to be answered from one page. */
@Prompt({
  args: AskArgs,
  description: 'Ask the handbook.',
  examples: [{ call: '@ask holidays "Two weeks in May?"', explains: 'Answers from the page on holidays.' }],
})
export class Ask {
  constructor(
    private readonly handbook: Handbook,
    private readonly settings: HandbookSettings,
  ) {}

  render({ page, question }: AskArgs): string {
    return `${this.settings.greeting}\n\n${this.handbook.pages.get(page) ?? '(no such page)'}\n\n${question}`;
  }
}

/** Listed only while the flag `handbook-editing` is on. */
@Tool({ name: 'list_pages', description: 'List the pages.', enabledBy: 'handbook-editing' })
export class ListPages {
  constructor(private readonly handbook: Handbook) {}

  run(): string[] {
    return [...this.handbook.pages.keys()];
  }
}

/** The app; `directory` holds the config.yaml with the flags, which the pack `guide` keeps. */
export function handbook(directory: string): App {
  return defineApp({
    name: 'handbook',
    version: '1.0.0',
    tools: [ListPages],
    prompts: [Ask],
    resources: [HandbookPage],
    packs: ['guide'],
    settings: HandbookSettings,
    config: { content: { configDir: directory } },
    services: (container) => void container.set(Handbook, new Handbook()),
  });
}

const app = handbook(join(homedir(), '.config', 'handbook'));
export default app;

if (require.main === module) void serveStdio(app);
