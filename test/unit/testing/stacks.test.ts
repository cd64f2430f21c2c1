import { defineTool } from '../../../src/index';
import { fuzz, testClient, type TestClient } from '../../../src/testing';

const echo = defineTool({
  name: 'echo',
  description: 'Says it again.',
  inputSchema: { type: 'object', properties: {} },
  run: () => 'ok',
});

// Every public way to ask for what isn't there.
const ASKED: Readonly<Record<string, (client: TestClient) => unknown>> = {
  call: (client) => client.call('nope'),
  prompt: (client) => client.prompt('nope'),
  read: (client) => client.read('nope://x'),
  send: (client) => client.send('nope/nope'),
  fuzz: (client) => fuzz(client, 'nope'),
};

const CLOSED: typeof ASKED = {
  ...ASKED,
  tools: (client) => client.tools(),
  toolsNow: (client) => client.toolsNow(),
  prompts: (client) => client.prompts(),
  resources: (client) => client.resources(),
};

async function firstFrame(ask: () => unknown): Promise<string | undefined> {
  try {
    await ask();
  } catch (error) {
    return (error as Error).stack?.split('\n').find((line) => /^\s+at /.test(line));
  }
  return 'nothing was thrown';
}

describe.each(['legacy', 'modern'] as const)(
  'a failure begins its stack with the line of the test (%s)',
  (era) => {
    test.each(Object.entries(ASKED))('%s of what the server does not have', async (_name, ask) => {
      const client = await testClient([echo], { era });
      expect(await firstFrame(() => ask(client))).toContain('stacks.test.ts');
      await client.close();
    });

    test.each(Object.entries(CLOSED))('%s of a client that is closed', async (_name, ask) => {
      const client = await testClient([echo], { era });
      await client.close();
      expect(await firstFrame(() => ask(client))).toContain('stacks.test.ts');
    });
  },
);

test('the message and the code stay, with the name of the error', async () => {
  const client = await testClient([echo]);
  const refused = client.call('nope');
  await expect(refused).rejects.toMatchObject({ name: 'RequestRefusedError', code: -32001 });
  const error = (await refused.catch((each: unknown) => each)) as Error;
  expect(error.stack).toContain(`${error.name}: ${error.message}`);
  await client.close();
});
