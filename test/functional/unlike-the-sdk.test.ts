import { defineApp, defineTool, Tool } from '../../src/index';
import { testClient } from '../../src/testing';
import { afterTest } from '../support/http';

@Tool({ description: 'Repeat everything.' })
class Repeat {
  run(args: object): string {
    return JSON.stringify(args);
  }
}

const app = defineApp({
  tools: [Repeat, defineTool({ name: 'again', description: 'Again.', run: (args) => JSON.stringify(args) })],
});

// docs/migration/mcpserver.md promises both.
describe.each([
  ['legacy', -32001],
  ['modern', -32602],
] as const)('unlike the SDK, for a client of the %s era', (era, code) => {
  test('an unknown tool is a protocol error, no result', async () => {
    const client = await testClient(app, { era });
    afterTest(() => client.close());
    await expect(client.call('repaet')).rejects.toMatchObject({
      code,
      message: expect.stringContaining('Unknown tool: repaet. Did you mean repeat?') as unknown,
    });
  });

  test.each(['repeat', 'again'])('a tool that declares no arguments takes any: %s', async (name) => {
    const client = await testClient(app, { era });
    afterTest(() => client.close());
    expect((await client.call(name, { anything: [1] })).text).toBe('{"anything":[1]}');
    const listed = (await client.tools()).find((tool) => tool.name === name)!;
    expect(listed.inputSchema).not.toHaveProperty('additionalProperties', false);
  });
});
