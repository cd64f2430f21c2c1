import { AuthorProblems } from '../../src/author-problems';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { Arg, Prompt, Resource, ToolArguments } from '../../src/index';
import { PromptRegistry, ResourceRegistry, ToolRegistry } from '../../src/embed';
import { Logger } from '../../src/logger';
import { promptsPart } from '../../src/serve/parts/prompts';
import { resourcesPart } from '../../src/serve/parts/resources';
import { UNKNOWN_RESOURCE, connect } from '../support/connect';

@Resource({ uri: 'note://one', description: 'A note.' })
class Note {
  read(): string {
    return 'one';
  }
}

@Resource({ uri: 'leaf://{name}', description: 'A leaf.' })
class Leaf {
  read({ name }: Record<string, string>): string {
    return name!;
  }

  list(): { uri: string; name: string }[] {
    return [{ uri: 'leaf://oak', name: 'oak' }];
  }
}

@Resource({ uri: 'down://{name}', description: 'Of a service that may be down.' })
class Down {
  static reachable = false;

  constructor() {
    if (!Down.reachable) throw new Error('no service at port 1');
  }

  read(): string {
    return 'up again';
  }
}

@Resource({ description: 'Has no URI.' } as never)
class Nowhere {
  read(): string {
    return '';
  }
}

@Prompt({ description: 'A good one.' })
class Good {
  render(): string {
    return 'good';
  }
}

class UntypedArgs extends ToolArguments {
  // @ts-expect-error the compiler refuses it first
  @Arg({ description: 'Nobody knows of what.' })
  parts!: string[];
}

@Prompt({ args: UntypedArgs, description: 'Its arguments have no type.' })
class Untyped {
  render(): string {
    return '';
  }
}

const gone = { name: 'gone', load: () => Promise.reject(new Error('no such module')) };

async function connected(resources: ResourceRegistry[], prompts: PromptRegistry[] = []) {
  const parts = [
    ...resources.map((some) => resourcesPart(some)),
    ...prompts.map((some) => promptsPart(some)),
  ];
  return connect(new ToolRegistry([]), { parts });
}

function logged(): { tools: ToolRegistry; records: string[] } {
  const records: string[] = [];
  const log = new Logger('test', [{ wants: () => true, write: ({ message }) => void records.push(message) }]);
  return { tools: new ToolRegistry([], { log }), records };
}

afterEach(() => {
  Down.reachable = false;
});

test('a resource that can’t be made leaves the others listed, read and completed', async () => {
  const { tools, records } = logged();
  const { client, close } = await connected([new ResourceRegistry([Down, Note, Nowhere, Leaf], tools)]);
  for (let round = 0; round < 2; round++) {
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['note://one', 'leaf://oak']);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['leaf://{name}']);
  }
  const { contents } = await client.readResource({ uri: 'leaf://elm' });
  expect(contents).toMatchObject([{ text: 'elm' }]);
  expect(records).toEqual([
    expect.stringMatching(/^A resource is not listed: Down: failed: no service at port 1\./),
    expect.stringMatching(/^A resource is not listed: Nowhere: has no URI\./),
  ]);
  await close();
});

test('a template whose list fails is logged once, however often clients ask and whatever it says each time', async () => {
  let asked = 0;
  let says = () => 'the shelf is locked';
  @Resource({ uri: 'shelf://{name}', description: 'A shelf.' })
  class Shelf {
    read(): string {
      return '';
    }
    list(): never {
      asked++;
      throw new Error(says());
    }
  }
  const { tools, records } = logged();
  const { client, close } = await connect(tools, {
    parts: [resourcesPart(new ResourceRegistry([Shelf, Note], tools))],
  });
  const list = async (times: number): Promise<void> => {
    for (let round = 0; round < times; round++)
      expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['note://one']);
  };
  await list(5);
  expect(records).toEqual([
    expect.stringMatching(/^Resources are not listed: Shelf\.list: .*the shelf is locked/),
  ]);
  says = () => `the shelf is locked (attempt ${asked})`;
  await list(300);
  expect(records.length).toBeLessThanOrEqual(100);
  await close();
});

test('reading what it would serve says what is wrong; any other URI is not found', async () => {
  const { client, close } = await connected([new ResourceRegistry([Down, Note], logged().tools)]);
  await expect(client.readResource({ uri: 'down://a' })).rejects.toThrow('no service at port 1');
  await expect(client.readResource({ uri: 'other://a' })).rejects.toMatchObject({ code: UNKNOWN_RESOURCE });
  await close();
});

test('a resource that could not be made is tried again', async () => {
  const { client, close } = await connected([new ResourceRegistry([Down, Note], logged().tools)]);
  await expect(client.readResource({ uri: 'down://a' })).rejects.toThrow('no service');
  Down.reachable = true;
  const { contents } = await client.readResource({ uri: 'down://a' });
  expect(contents).toMatchObject([{ text: 'up again' }]);
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
  await close();
});

test('where every resource is wrong, the lists say so', async () => {
  const { client, close } = await connected([new ResourceRegistry([Down, Nowhere], logged().tools)]);
  await expect(client.listResources()).rejects.toThrow(
    /2 problems:\n- Down: failed: .*\n- Nowhere: has no URI/,
  );
  await expect(client.listResourceTemplates()).rejects.toThrow('Nowhere: has no URI');
  await close();
});

test('a prompt that can’t be described leaves the others listed', async () => {
  const { tools, records } = logged();
  const { client, close } = await connected([], [new PromptRegistry([Untyped, Good, gone], tools)]);
  for (let round = 0; round < 2; round++) {
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['good']);
  }
  expect(records).toEqual([
    expect.stringMatching(/^A prompt is not listed: UntypedArgs\.parts: /),
    expect.stringMatching(/^A prompt is not listed: prompt 'gone': failed: no such module\./),
  ]);
  await close();
});

test('where every prompt is wrong, the list says so', async () => {
  const { client, close } = await connected([], [new PromptRegistry([Untyped, gone], logged().tools)]);
  const refused = await client.listPrompts().catch((error: McpError) => error);
  expect(refused).toMatchObject({ code: ErrorCode.InternalError });
  expect((refused as McpError).message).toContain("prompt 'gone': failed: no such module");
  await close();
});

test('`verify` finds all of them', async () => {
  const { tools } = logged();
  const problems = new AuthorProblems();
  await new ResourceRegistry([Down, Note, Nowhere], tools).findProblems(problems);
  await new PromptRegistry([Untyped, Good, gone], tools).findProblems(problems);
  expect(problems.list.map(({ message }) => message)).toEqual([
    expect.stringMatching(/the constructor of Down threw: no service at port 1/),
    expect.stringMatching(/^Nowhere: has no URI/),
    expect.stringMatching(/^UntypedArgs\.parts: /),
    expect.stringMatching(/^prompt 'gone': failed: no such module/),
  ]);
});
