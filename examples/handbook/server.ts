// A prompt and a resource over one service, and a tool that a flag switches on and off.
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  Arg,
  completionsPart,
  ConfigStore,
  FlagStore,
  Prompt,
  PromptRegistry,
  promptsPart,
  Resource,
  ResourceRegistry,
  resourcesPart,
  serveStdio,
  switchTools,
  Tool,
  ToolArguments,
  ToolRegistry,
  type ResourceEntry,
  type ServerPart,
} from 'toolwright';

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
  constructor(private readonly handbook: Handbook) {}

  render({ page, question }: AskArgs): string {
    return `Answer only from this page of our handbook:\n\n${this.handbook.pages.get(page) ?? '(no such page)'}\n\n${question}`;
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

/** The whole server as values; `directory` holds the config.yaml with the flags. */
export function handbookServer(directory: string): {
  registry: ToolRegistry;
  parts: ServerPart[];
  ready: Promise<void>;
  stop: () => void;
} {
  const registry = new ToolRegistry([ListPages], { prefix: '' });
  registry.instances.container.set(Handbook, new Handbook());
  const prompts = new PromptRegistry([Ask], registry);
  const resources = new ResourceRegistry([HandbookPage], registry);
  const parts = [promptsPart(prompts), resourcesPart(resources), completionsPart(prompts, resources)];
  const flags = new FlagStore(new ConfigStore({ directory }));
  return { registry, parts, ...switchTools(registry, flags, async () => undefined) };
}

if (require.main === module) {
  const { registry, parts } = handbookServer(join(homedir(), '.config', 'handbook'));
  void serveStdio(registry, { name: 'handbook', version: '1.0.0', parts });
}
