import { writeFileSync } from 'node:fs';
import { BuiltinServer } from '../support/builtin-server';

let server: BuiltinServer;
beforeAll(async () => {
  server = await BuiltinServer.start({
    packs: ['utility', 'files', 'system', 'web', 'code'],
    config: [
      'tools:',
      '  echo: { enabled: false }',
      '  web_fetch: { enabled: false }',
      '  read_file: { denied_paths: [./secret] }',
      '  execute_command: { allowed_commands: [ls], denied_commands: [rm] }',
    ].join('\n'),
  });
  writeFileSync(server.path('secret'), 'x');
});
afterAll(() => server.close());

const failure = async (command: string): Promise<string> => {
  const { texts, isError } = await server.call('run', { command });
  expect(isError).toBe(true);
  return texts.join('\n');
};

// Each says what a client that calls the tool itself is told.
test.each([
  [
    'a disabled tool',
    "tools.echo({ message: 'x' })",
    /Tool is disabled: echo\. It is disabled in the configuration \(.*toolwright\.yaml:2/,
  ],
  ['the same by its pack', "utility.echo({ message: 'x' })", /Tool is disabled: echo/],
  ['by its short name', "web.fetch({ url: 'https://example.com' })", /Tool is disabled: web_fetch/],
  [
    'a path that a rule denies',
    "tools.read_file({ path: 'secret' })",
    /Access to secret refused: .*read_file\.denied_paths/,
  ],
  [
    'a path outside the roots',
    "tools.read_file({ path: '/etc/passwd' })",
    /Access to \/etc\/passwd refused: .*is outside/,
  ],
  [
    'a command that a rule denies',
    "tools.execute_command({ command: 'rm x' })",
    /Command refused: rm is a denied command/,
  ],
  ['a command that nobody allows', "tools.execute_command({ command: 'curl x' })", /Command refused: curl/],
])('code that calls %s is told so, with the rule', async (_what, call, words) => {
  const told = await failure(`const x = 1;\nawait ${call}`);
  expect(told).toMatch(words);
  expect(told).toContain('(line 2, column');
  const caught = await server.call('run', {
    command: `try { await ${call}; 'called' } catch (error) { error.name + ': ' + error.message }`,
  });
  expect(caught.text).toMatch(/^ToolError: /);
  expect(caught.text).toMatch(words);
});

test('a disabled tool is not among those that code is offered', async () => {
  expect((await server.call('run', { command: "ot.tools({ pattern: 'echo' })" })).text).toBe('[]');
  expect(await failure('await tools.ecko()')).not.toMatch(/Available:.*\becho\b/);
});

test('under read_only, what would change something says so', async () => {
  const own = await BuiltinServer.start({ packs: ['files', 'code'], config: 'read_only: true\n' });
  const { texts, isError } = await own.call('run', {
    command: "await tools.write_file({ path: 'a', content: 'b' })",
  });
  expect(isError).toBe(true);
  expect(texts.join('\n')).toMatch(/read_only/);
  await own.close();
});
