import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { AppPeer } from '../../../src/cli/app-peer';
import { lookAtApp } from '../../../src/cli/doctor/look-at-app';
import { lookAtPolicy } from '../../../src/cli/doctor/look-at-policy';
import { createServer, openApp } from '../../../src/embed';
import { Arg, defineApp, Result, Tool, ToolArguments, type ToolClass } from '../../../src/index';
import { temporaryDirectory } from '../../support/temporary-directory';
import { recordingLogger } from '../../support/records';

class Who extends ToolArguments {
  @Arg({ description: 'Who is greeted' })
  who!: string;
}

class Low extends ToolArguments {
  @Arg({ description: 'How many', minimum: 5 })
  count = 1;
}

class Silent extends ToolArguments {
  @Arg({ description: '' })
  text!: string;
}

class Greeting {
  @Arg({ description: 'What is said' })
  text!: string;
}

@Tool({ description: 'Greet.', args: Who })
class Greet {
  run({ who }: Who): Result<{ text: string }> {
    return Result.ok({ text: `Hello ${who}` });
  }
}

@Tool({ description: 'Greet as declared.', args: Who, output: Greeting })
class GreetDeclared {
  run({ who }: Who): Greeting {
    return { text: `Hello ${who}` };
  }
}

@Tool({ description: 'Refuse.' })
class Refuse {
  run(): Result {
    return Result.failure('Not now', 'busy');
  }
}

@Tool({ description: 'Count.', args: Low })
class CountLow {
  run({ count }: Low): string {
    return String(count);
  }
}

@Tool({ description: 'Say.', args: Silent })
class SayNothing {
  run({ text }: Silent): string {
    return text;
  }
}

const cwd = temporaryDirectory('toolwright-app-peer');
const world = { cwd, env: { HOME: cwd, XDG_CONFIG_HOME: cwd } };
const appOf = (...tools: ToolClass[]) => defineApp({ name: 'greetings', version: '1.0.0', tools });

test.each(['auto', 'always', 'never'])(
  'a call from the shell is answered as one of a client (answers.structured: %s)',
  async (mode) => {
    const open = await openApp(appOf(Greet, GreetDeclared, Refuse), {
      ...world,
      args: ['--answers-structured', mode],
    });
    const peer = new AppPeer(open);
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([createServer(open).connect(theirs), client.connect(ours)]);
    const { tools } = await client.listTools();
    for (const { name, outputSchema } of tools) {
      const args = name === 'refuse' ? {} : { who: 'Ann' };
      expect(await peer.call(name, args)).toEqual(await client.callTool({ name, arguments: args }));
      expect((await peer.tools()).find((tool) => tool.name === name)?.outputSchema).toEqual(outputSchema);
    }
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['greet', 'greet_declared', 'refuse']),
    );
    await client.close();
    await peer.close();
  },
);

test('mistakes in some classes are logged once, and leave the other tools', async () => {
  const { log, lines } = recordingLogger();
  const peer = new AppPeer(await openApp(appOf(CountLow, Greet, SayNothing), { ...world, log }));
  await peer.offer();
  await peer.offer();
  await peer.tools();
  expect((await peer.tools()).map(({ name }) => name)).toEqual(['greet', 'read_result']);
  expect(lines().filter((line) => line.startsWith('error'))).toEqual([
    expect.stringContaining('Low.count: has the default 1'),
    expect.stringContaining('Silent.text: has no description'),
  ]);
  expect(await peer.call('greet', { who: 'Ann' })).toMatchObject({
    content: [{ text: expect.stringContaining('Hello Ann') }],
  });
  await peer.close();
});

test('doctor names every mistake of every class, and looks at the rest all the same', async () => {
  const open = await openApp(appOf(CountLow, Greet, SayNothing), world);
  const findings = [...(await lookAtApp(open)), ...lookAtPolicy(open)];
  expect(findings.filter(({ topic }) => topic === 'classes')).toMatchObject([
    { verdict: 'problem', text: expect.stringContaining('Low.count: has the default 1') },
    { verdict: 'problem', text: expect.stringContaining('Silent.text: has no description') },
  ]);
  expect(findings.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['consent', 'sandbox']));
  await open.close();
});

test('doctor counts one thing as one', async () => {
  const open = await openApp(appOf(Greet), { ...world, args: ['--answers-budget', '0'] });
  expect((await lookAtApp(open)).find(({ topic }) => topic === 'classes')?.text).toBe(
    '1 tool, 0 prompts, 0 resources',
  );
  await open.close();
});
