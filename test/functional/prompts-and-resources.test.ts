import { Logger } from '../../src/logger';
import { ListChanged, Updated } from '../support/notifications';
import { UNKNOWN_RESOURCE, connect } from '../support/connect';
import { Arg, Prompt, Resource, Result, Tool, ToolArguments } from '../../src/index';
import { PromptRegistry, ResourceRegistry, ToolRegistry } from '../../src/embed';
import type { ResourceEntry, ToolContext } from '../../src/index';
import { promptsPart } from '../../src/serve/parts/prompts';
import { resourcesPart } from '../../src/serve/parts/resources';

class ReviewArgs extends ToolArguments {
  @Arg('What to look at')
  subject!: string;

  @Arg({ description: 'How many findings', minimum: 1 })
  most = 3;
}

@Tool({ description: 'Give the rules.', name: 'rules' })
class Rules {
  run(): Result<string> {
    return Result.ok('be kind');
  }
}

@Prompt({
  args: ReviewArgs,
  description: 'Ask for a review.',
  examples: [{ call: '@review src', explains: 'Reviews src.' }],
})
class Review {
  async render(args: ReviewArgs, context: ToolContext): Promise<string> {
    const rules = await context.call('rules');
    return `Review ${args.subject}, ${args.most} findings, ${String((rules.result as Result).value)}`;
  }

  complete(argument: string, value: string): string[] {
    return argument === 'subject' ? ['src', 'srv', 'test'].filter((word) => word.startsWith(value)) : [];
  }
}

@Resource({ uri: 'status://now', description: 'How things are.', mimeType: 'application/json' })
class Status {
  read(): unknown {
    return { ok: true };
  }
}

class Notes {
  readonly texts = new Map([['a/b.md', 'text of b']]);
  changed: (() => void) | undefined;
}

@Resource({ uri: 'note://{shelf}/{name}', description: 'One note.' })
class Note {
  constructor(private readonly notes: Notes) {}

  read({ shelf, name }: Record<string, string>): unknown {
    return this.notes.texts.get(`${shelf}/${name}`);
  }

  list(): ResourceEntry[] {
    return [...this.notes.texts.keys()].map((key) => ({ uri: `note://${key}`, name: key }));
  }

  complete(variable: string, value: string, _context: ToolContext, others: Record<string, string>): string[] {
    return variable === 'name' ? [`${others['shelf']}:${value}`] : [];
  }

  watch(_variables: Record<string, string>, changed: () => void): () => void {
    this.notes.changed = changed;
    return () => (this.notes.changed = undefined);
  }
}

async function served() {
  const registry = new ToolRegistry([Rules], { prefix: '' });
  const notes = new Notes();
  registry.instances.container.set(Notes, notes);
  const prompts = new PromptRegistry([Review], registry);
  const resources = new ResourceRegistry([Note, Status], registry);
  const parts = [promptsPart(prompts), resourcesPart(resources)];
  return { ...(await connect(registry, { parts })), notes, prompts, resources };
}

test('the values of an enum complete an argument that the class says nothing about', async () => {
  class SeasonArgs extends ToolArguments {
    @Arg({ description: 'When', enum: ['spring', 'summer', 'winter'] })
    season!: 'spring' | 'summer' | 'winter';

    @Arg('Where')
    place!: string;
  }

  @Prompt({ args: SeasonArgs, description: 'Plan a season.' })
  class Plan {
    render(): string {
      return 'Plan';
    }

    complete(argument: string): string[] | undefined {
      return argument === 'place' ? ['garden'] : undefined;
    }
  }
  const prompts = new PromptRegistry([Plan], new ToolRegistry([], { prefix: '' }));
  expect(await prompts.complete('plan', 'season', 'S')).toEqual(['spring', 'summer']);
  expect(await prompts.complete('plan', 'season', '')).toHaveLength(3);
  expect(await prompts.complete('plan', 'place', 's')).toEqual(['garden']);
  expect(await prompts.complete('plan', 'toString', '')).toEqual([]);
});

test.each([undefined, null, [], Promise.resolve([])])(
  'a prompt that completes nothing for an argument, with %p, leaves it to its enum',
  async (nothing) => {
    class SeasonArgs extends ToolArguments {
      @Arg({ description: 'When', enum: ['spring', 'summer', 'winter'] })
      season!: 'spring' | 'summer' | 'winter';
    }

    @Prompt({ args: SeasonArgs, description: 'Plan a season.' })
    class Plan {
      render(): string {
        return 'Plan';
      }

      complete(): string[] {
        return nothing as never;
      }
    }
    const prompts = new PromptRegistry([Plan], new ToolRegistry([], { prefix: '' }));
    expect(await prompts.complete('plan', 'season', 's')).toEqual(['spring', 'summer']);
  },
);

test('a listed resource has the media type and description of its template, unless it says its own', async () => {
  @Resource({ uri: 'page://{name}', title: 'A page', description: 'One page.', mimeType: 'text/markdown' })
  class Page {
    read(): string {
      return '# Page';
    }

    list(): ResourceEntry[] {
      return [
        { uri: 'page://a', name: 'a' },
        { uri: 'page://b', name: 'b', mimeType: 'text/html', description: 'Ours.' },
      ];
    }
  }
  const listed = await new ResourceRegistry([Page], new ToolRegistry([], { prefix: '' })).list();
  expect(listed).toEqual([
    { uri: 'page://a', name: 'a', mimeType: 'text/markdown', description: 'One page.' },
    { uri: 'page://b', name: 'b', mimeType: 'text/html', description: 'Ours.' },
  ]);
});

test('a template whose list fails takes no other resource off the list, and is named in the log', async () => {
  @Resource({ uri: 'row://{id}', description: 'One row.' })
  class Row {
    read(): string {
      return 'row';
    }

    list(): ResourceEntry[] {
      throw new TypeError('the database is away');
    }
  }
  const logged: string[] = [];
  const log = new Logger('test', [{ wants: () => true, write: ({ message }) => logged.push(message) }]);
  const tools = new ToolRegistry([], { prefix: '' });
  const listed = await new ResourceRegistry([Row, Status], tools).list({ log });
  expect(listed.map(({ uri }) => uri)).toEqual(['status://now']);
  expect(logged.join('')).toContain('Row.list');
  expect(logged.join('')).toContain('the database is away');
  await expect(new ResourceRegistry([Row], tools).list({ log })).rejects.toThrow('the database is away');
});

test('a prompt that takes another’s place is the one that is rendered', async () => {
  const named = (words: string) => {
    @Prompt({ name: 'greet', description: 'Greet.' })
    class Greet {
      render(): string {
        return words;
      }
    }
    return Greet;
  };
  const prompts = new PromptRegistry([named('hello')], new ToolRegistry([], { prefix: '' }));
  const said = async () => (await prompts.get('greet', {})).messages[0]!.content;
  expect(await said()).toEqual({ type: 'text', text: 'hello' });
  prompts.register(named('good day'));
  expect(await said()).toEqual({ type: 'text', text: 'good day' });
});

test('a prompt class is listed with its arguments and four sections, and renders with a tool called directly', async () => {
  const { client, close } = await served();
  const { prompts } = await client.listPrompts();
  expect(prompts[0]).toMatchObject({
    name: 'review',
    arguments: [
      { name: 'subject', description: 'What to look at', required: true },
      { name: 'most', description: 'How many findings', required: false },
    ],
  });
  const titles = [...prompts[0]!.description!.matchAll(/^## (.*)$/gm)].map((match) => match[1]);
  expect(titles).toEqual(['Description', 'JSON Schema', 'Usage Instructions', 'Concrete Examples']);
  const reply = await client.getPrompt({ name: 'review', arguments: { subject: 'src', most: '5' } });
  expect(reply.messages).toEqual([
    { role: 'user', content: { type: 'text', text: 'Review src, 5 findings, be kind' } },
  ]);
  await close();
});

test('prompt arguments that do not fit, and unknown prompts, are -32602 and say what would', async () => {
  const { client, close } = await served();
  await expect(client.getPrompt({ name: 'review', arguments: { most: '0' } })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringMatching(/subject.*most|most.*subject/),
  });
  await expect(client.getPrompt({ name: 'reviw' })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringContaining('Did you mean review?'),
  });
  await close();
});

test('fixed and templated resources are listed, read and missed', async () => {
  const { client, close } = await served();
  expect((await client.listResources()).resources.map((entry) => entry.uri)).toEqual([
    'note://a/b.md',
    'status://now',
  ]);
  expect((await client.listResourceTemplates()).resourceTemplates.map((entry) => entry.uriTemplate)).toEqual([
    'note://{shelf}/{name}',
  ]);
  expect((await client.readResource({ uri: 'note://a/b.md' })).contents).toEqual([
    { uri: 'note://a/b.md', mimeType: 'text/plain', text: 'text of b' },
  ]);
  const [status] = (await client.readResource({ uri: 'status://now' })).contents;
  expect(JSON.parse((status as { text: string }).text)).toEqual({ ok: true });
  for (const uri of ['note://a/c.md', 'other://x', 'note://a/%zz']) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: UNKNOWN_RESOURCE });
  }
  await close();
});

test('subscribers hear of updates until they unsubscribe, and of other resources', async () => {
  const { client, close, notes, resources } = await served();
  const updated = new Updated(client);
  const listed = new ListChanged(client, 'resources');
  await client.subscribeResource({ uri: 'note://a/b.md' });
  notes.changed!();
  expect(await updated.next()).toBe('note://a/b.md');
  resources.updated('note://a/b.md');
  expect(await updated.next()).toBe('note://a/b.md');
  resources.listChanged();
  await listed.next();
  await client.unsubscribeResource({ uri: 'note://a/b.md' });
  expect(notes.changed).toBeUndefined();
  await close();
});

test('prompt arguments and template variables are completed', async () => {
  const { client, close } = await served();
  const prompt = await client.complete({
    ref: { type: 'ref/prompt', name: 'review' },
    argument: { name: 'subject', value: 'sr' },
  });
  expect(prompt.completion.values).toEqual(['src', 'srv']);
  const resource = await client.complete({
    ref: { type: 'ref/resource', uri: 'note://{shelf}/{name}' },
    argument: { name: 'name', value: 'x' },
    context: { arguments: { shelf: 'a' } },
  });
  expect(resource.completion.values).toEqual(['a:x']);
  await close();
});

test('prompts that come and go are announced', async () => {
  const { client, close, prompts } = await served();
  const listed = new ListChanged(client, 'prompts');
  prompts.unregister('review');
  await listed.next();
  expect((await client.listPrompts()).prompts).toEqual([]);
  await close();
});
