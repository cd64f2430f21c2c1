import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Claude } from '../../src/ai/claude';
import { Config } from '../../src/config';
import { BuiltinServer } from '../support/builtin-server';
import { ClaudeServer, error, message } from '../support/claude-server';

let stub: ClaudeServer;
let server: BuiltinServer;
beforeAll(async () => {
  // From the sources it is hundreds of files, which a busy machine may not read within the time limit of a call.
  await Promise.all([import('@anthropic-ai/sdk/client'), import('@anthropic-ai/sdk/resources/messages')]);
  stub = await ClaudeServer.start();
  server = await BuiltinServer.start({
    env: { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: stub.url },
    config: 'tools: { claude_conversation: { timeout: 2 } }\n',
  });
});
afterAll(async () => {
  await server.close();
  await stub.stop();
});
const ask = (more = {}) => server.call('claude_conversation', { message: 'Hi', ...more });

test('T9 the message goes to the API and the answer comes back', async () => {
  expect(await ask()).toMatchObject({ isError: false, texts: ['Hello from the stub'] });
  expect(stub.received.at(-1)).toMatchObject({
    body: {
      model: new Config().ai.model,
      max_tokens: 4096,
      messages: [{ role: 'user', content: 'Hi' }],
    },
  });
  expect(JSON.stringify(stub.received.at(-1)!.headers)).toContain('test-key');
  expect(stub.received.at(-1)!.body).not.toHaveProperty('system');
});

test('T9 model, system prompt and limit are handed on', async () => {
  await ask({ model: 'claude-x', system_prompt: 'Be brief.', max_tokens: 7 });
  expect(stub.received.at(-1)!.body).toMatchObject({ model: 'claude-x', system: 'Be brief.', max_tokens: 7 });
});

test.each([
  ['a wrong key', 401, error('authentication_error'), {}, 'api_key', 'ANTHROPIC_API_KEY'],
  ['the rate limit', 429, error('rate_limit_error'), { 'retry-after': '17' }, 'rate_limit', '17s'],
  ['an unknown model', 404, error('not_found_error'), {}, 'not_found', 'Not found by the API'],
  ['an overloaded API', 529, error('overloaded_error'), {}, 'api_error', 'overloaded_error'],
  ['a refusal', 200, message('', 'refusal'), {}, 'refusal', 'declined'],
])('T9 %s is reported clearly', async (_, status, body, headers, kind, words) => {
  stub.respond(status, body, headers);
  const { isError, text, failure } = await ask();
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(words) });
  expect(failure).toMatchObject({ error_type: kind });
});

test('a service that echoes the key does not pass it on', async () => {
  for (const status of [400, 403, 404, 500]) {
    stub.respond(status, { type: 'error', error: { type: 'odd', message: 'bad key test-key' } });
    const { reply } = await ask();
    expect(JSON.stringify(reply)).toContain('bad key [');
    expect(JSON.stringify(reply)).not.toContain('test-key');
  }
});

test('an answer that was cut off says so', async () => {
  stub.respond(200, message('half', 'max_tokens'));
  expect((await ask({ max_tokens: 5 })).texts).toEqual(['half', '[The reply was cut off at max_tokens 5.]']);
});

test('T9 an API that never answers is a time-out', async () => {
  stub.respond('never');
  const { isError, failure } = await ask();
  expect(isError).toBe(true);
  expect(failure).toMatchObject({ error_type: 'timeout', error_data: { code: -32006 } });
});

test('T9 without a key there is a clear error', async () => {
  const reply = await new Claude({ apiKey: undefined, timeoutMs: 1000, model: 'claude-x' }).send({
    message: 'x',
    model: 'm',
    maxTokens: 1,
  });
  expect(reply).toEqual({
    ok: false,
    kind: 'no_api_key',
    error: expect.stringContaining('ANTHROPIC_API_KEY'),
  });
});

test('an address nobody listens on is a connection error', async () => {
  const claude = new Claude({ apiKey: 'k', timeoutMs: 5000, model: 'm', baseUrl: 'http://127.0.0.1:9' });
  expect(await claude.send({ message: 'x', model: 'm', maxTokens: 1 })).toMatchObject({
    ok: false,
    kind: 'connection',
  });
});

test('the default model exists and is not deprecated, as far as the SDK knows', () => {
  const sdk = dirname(require.resolve('@anthropic-ai/sdk'));
  const known = readFileSync(join(sdk, 'resources/messages/messages.d.ts'), 'utf8');
  const deprecated = /DEPRECATED_MODELS = \{([^}]*)\}/.exec(
    readFileSync(join(sdk, 'resources/messages/messages.js'), 'utf8'),
  )![1]!;
  const { model } = new Config().ai;
  expect(known).toContain(`'${model}'`);
  expect(deprecated).not.toContain(`'${model}'`);
});

test('the model is a setting', async () => {
  stub.respond(200, message('ok'));
  const own = await BuiltinServer.start({
    env: { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: stub.url },
    config: 'ai: { model: claude-mine }\n',
  });
  await own.call('claude_conversation', { message: 'Hi' });
  expect(stub.received.at(-1)!.body).toMatchObject({ model: 'claude-mine' });
  await own.close();
});

test.each([
  ['JSON that is no message', { hello: 'world' }, 'not a message'],
  ['a message without text', { ...message(''), content: [] }, 'without text'],
])('%s is a clear error', async (_, body, words) => {
  stub.respond(200, body, {});
  const { isError, text, failure } = await ask();
  expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(words) });
  expect(failure).toMatchObject({ error_type: 'odd_reply' });
});
