import { createHttpHandler, createServer, openApp, ToolRegistry, type OpenApp } from '../../src/embed';
import { defineApp, serveHttp, serveStdio } from '../../src/index';
import { testClient } from '../../src/testing';
import { afterTest } from '../support/http';

const app = defineApp({ name: 'plain' });

async function opened(): Promise<OpenApp> {
  const open = await openApp(app, { env: {} });
  afterTest(() => open.close());
  return open;
}

// As plain JavaScript calls them, whose compiler finds nothing wrong.
const given = (options: unknown): never => options as never;

describe('an option that a function does not know, or of a wrong kind, is refused', () => {
  test.each<[string, (options: never) => unknown, unknown, string]>([
    ['openApp', (options) => openApp(app, options), { arguments: [] }, "has the unknown option 'arguments'"],
    ['openApp', (options) => openApp(app, options), { envs: {} }, "Did you mean 'env'?"],
    [
      'openApp',
      (options) => openApp(app, options),
      { args: '--read-only' },
      'which is not a list of strings',
    ],
    ['openApp', (options) => openApp(app, options), 'x', 'has options that are no object.'],
    ['serveHttp', (options) => serveHttp(app, options), { lisen: 3000 }, "Did you mean 'listen'?"],
    [
      'serveHttp',
      (options) => serveHttp(app, options),
      { listen: true },
      'which is not a port or an address',
    ],
    ['serveHttp', (options) => serveHttp(app, options), { principal: () => undefined }, 'unknown option'],
    ['serveStdio', (options) => serveStdio(app, options), { listen: 0 }, "has the unknown option 'listen'"],
    ['serveStdio', (options) => serveStdio(app, options), { exit: 'no' }, 'which is not true or false'],
    ['testClient', (options) => testClient(app, options), { users: [] }, "Did you mean 'user'?"],
    [
      'testClient',
      (options) => testClient(app, options),
      { era: 'moderne' },
      "has the unknown era 'moderne'",
    ],
    ['ToolRegistry', (options) => new ToolRegistry([], options), { gaurds: [] }, "Did you mean 'guards'?"],
    ['ToolRegistry', (options) => new ToolRegistry([], options), { guards: () => {} }, 'a list of functions'],
  ])('%s(%#)', async (name, call, options, message) => {
    const attempt = async (): Promise<unknown> => call(given(options));
    await expect(attempt()).rejects.toThrow(new RegExp(`^${name}: .*${message.replace(/[.?]/g, '\\$&')}`));
  });

  test.each([
    [{ principle: () => undefined }, "has the unknown option 'principle'. Did you mean 'principal'?"],
    [{ principal: 'alice' }, "has principal: 'alice', which is not a function."],
    [{ authenticate: () => undefined }, "has the unknown option 'authenticate'. Its options are principal."],
    [null, 'has options that are no object.'],
  ])('createHttpHandler(%#), so that nobody is let in by a misspelt word', async (options, message) => {
    await expect(createHttpHandler(await opened(), given(options))).rejects.toThrow(
      `createHttpHandler: ${message}`,
    );
  });

  test('of a client that a test makes besides', async () => {
    const client = await testClient(app);
    afterTest(() => client.close());
    await expect((async () => client.another(given({ usr: [] })))()).rejects.toThrow("Did you mean 'user'?");
  });
});

test('what is no open app is refused where one is needed, with what to write', async () => {
  for (const use of [createHttpHandler, createServer])
    for (const [wrong, shown] of [
      [app, 'an app that is not open'],
      [opened(), 'a promise'],
      [{}, 'another object'],
      [undefined, 'undefined'],
    ] as const)
      await expect((async () => use(given(wrong)))()).rejects.toThrow(
        `${use.name}: takes an open app, got ${shown}. Write \`${use.name}(await openApp(app))\`.`,
      );
  await expect(openApp(given({ tools: [] }))).rejects.toThrow('openApp: takes an app, got another object.');
});

describe('whoever the callback `principal` names', () => {
  const answered = async (principal: () => unknown): Promise<[number, string]> => {
    const handler = await createHttpHandler(await opened(), { principal: principal as never });
    afterTest(() => handler.close());
    const response = await handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 0,
          method: 'initialize',
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 'x', version: '1' },
          },
        }),
      }),
    );
    return [response.status, await response.text()];
  };

  test.each([
    [{ id: 'zoe' }],
    [{ id: 'zoe', scopes: ['read'] }],
    [{ id: 'zoe', scopes: undefined, age: 3 }],
    [{ id: 'zoe', scopes: null }],
  ])('is let in if it is a principal: %j', async (found) =>
    expect((await answered(() => found))[0]).toBe(200),
  );

  test.each([[undefined], [null]])('is nobody: %p', async (found) =>
    expect((await answered(() => found))[0]).toBe(401),
  );

  test.each<[unknown, string]>([
    [true, 'it returned true'],
    [false, 'it returned false'],
    ['zoe', 'it returned a string'],
    [7, 'it returned a number'],
    [[], 'it returned a list'],
    [{}, 'its id is undefined'],
    [{ id: '' }, 'its id is an empty string'],
    [{ id: 7, scopes: [] }, 'its id is a number'],
    [{ id: 'zoe', scopes: 'read' }, 'its scopes are a string'],
    [{ id: 'zoe', scopes: false }, 'its scopes are false'],
    [{ id: 'zoe', scopes: [null] }, 'one of its scopes is no string'],
    [{ id: 'zoe', scopes: [1] }, 'one of its scopes is no string'],
  ])('is refused, with the reason, if it is no principal: %j', async (found, reason) => {
    const [status, text] = await answered(() => Promise.resolve(found));
    expect(status).toBe(500);
    expect(text).toContain(`returns { id: 'name', scopes: ['read'] } or undefined, but ${reason}`);
  });

  test('is not asked again, nor let in, if it throws', async () => {
    const throwing = (): never => {
      throw new Error('the database is away');
    };
    const [status, text] = await answered(throwing);
    expect([status, text.includes('database')]).toEqual([500, false]);
  });
});
