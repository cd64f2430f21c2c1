import { defineTool } from '../../../src/index';
import { ToolRegistry } from '../../../src/registries/tool-registry';
import { createLogging } from '../../../src/embed';

// What a tool with a secret argument throws is logged without it, whatever the tool throws.
async function thrown(error: unknown): Promise<{ text: string; log: string }> {
  let log = '';
  const { log: logger } = createLogging({ level: 'trace', json: true, stderr: (text) => void (log += text) });
  const tool = defineTool({
    name: 'log_in',
    description: 'Log in.',
    inputSchema: {
      type: 'object',
      properties: { password: { type: 'string', description: 'The password', writeOnly: true } },
    },
    run: () => {
      throw error;
    },
  });
  const registry = new ToolRegistry([tool], { log: logger });
  const outcome = await registry.call('log_in', { password: 'hunter2' }, { door: 'client' });
  expect(outcome.isError).toBe(true);
  return { text: JSON.stringify(outcome.result), log };
}

test.each([
  ['a message that is an object', Object.assign(new Error(), { message: { code: 7 } })],
  ['a stack that is null', Object.assign(new Error('wrong hunter2'), { stack: null })],
  ['a stack that is a list', Object.assign(new Error('wrong hunter2'), { stack: [] })],
  ['no message', Object.assign(new Error(), { message: undefined })],
])('an error with %s is a failure of the tool', async (_, error) => {
  const { text, log } = await thrown(error);
  expect(text).toContain('log_in');
  expect(log).toContain('Tool log_in failed');
  expect(log).not.toContain('hunter2');
});

test('the class of what was thrown is still logged', async () => {
  class WrongPasswordError extends Error {}
  const { log } = await thrown(new WrongPasswordError('wrong: hunter2'));
  expect(log).toContain('WrongPasswordError: wrong: •••');
  expect(log).not.toContain('hunter2');
});
