import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../../src/config';
import { policyProblems } from '../../../../src/app/wiring/find-policy-problems';
import { temporaryDirectory } from '../../../support/temporary-directory';

let cwd: string;
beforeEach(() => (cwd = temporaryDirectory('tw-rules')));

async function problemsOf(
  rules: string,
  tools: Parameters<typeof policyProblems>[2] = [],
): Promise<string[]> {
  writeFileSync(join(cwd, 'toolwright.yaml'), `tools:\n  ${rules}\n`);
  const { config, sources } = await loadConfig({ cwd, env: {}, options: { config: 'toolwright.yaml' } });
  return policyProblems(config, sources, tools).map(
    ({ origin, path, message, cure }) => `${origin.line} ${path} ${message}: ${cure}`,
  );
}

test.each([
  [
    'echo: { allowed_paths: [/tmp] }',
    /^2 tools\.echo\.allowed_paths has no effect: echo has no path arguments/,
  ],
  ['web_fetch: { denied_paths: [/tmp] }', /^2 tools\.web_fetch\.denied_paths has no effect/],
  ['read_file: { allowed_commands: [ls] }', /^2 tools\.read_file\.allowed_commands has no effect/],
  [
    'echo: { sandbox: false }',
    /^2 tools\.echo\.sandbox has no effect: echo runs no commands or programs: Remove it/,
  ],
  [
    'read_file: { max_output: 2000 }',
    /^2 tools\.read_file\.max_output has no effect: read_file runs no commands/,
  ],
  [
    'web_fetch: { environment: [HOME] }',
    /^2 tools\.web_fetch\.environment has no effect: web_fetch runs no commands/,
  ],
  [
    'run: { timeout: 5 }',
    /^2 tools\.run\.timeout has no effect: run has a limit of its own: Set code\.timeout instead/,
  ],
  ['status: { timeout: 5 }', /^2 tools\.status\.timeout has no effect: status handles its time limit itself/],
  ['read_result: { answer_budget: 5 }', /^2 tools\.read_result\.answer_budget has no effect/],
  [
    'execute_command: { sandbox: true }\nsandbox: off',
    /sandbox contradicts sandbox: off, under which everything runs outside/,
  ],
  ['execute_command: { allowed_commands: ["gi*"] }', /is a glob.*Name each program/],
])('a rule that could have no effect is refused with its line: %s', async (tools, message) => {
  expect(await problemsOf(tools)).toEqual([expect.stringMatching(message)]);
});

test.each([
  'read_file: { allowed_paths: [/tmp] }',
  'execute_command: { denied_paths: [/tmp], allowed_commands: [ls] }',
  'my_definition: { allowed_paths: [/tmp] }',
  'my_definition: { environment: [HOME], max_output: 2000, sandbox: false, timeout: 3 }',
  'execute_command: { environment: [HOME], max_output: 2000, sandbox: false, timeout: 3 }',
  'await: { timeout: 3 }',
  'echo: { timeout: 3, answer_budget: 5 }',
  'run: { answer_budget: 5 }',
])('a rule that has one is taken: %s', async (tools) => expect(await problemsOf(tools)).toEqual([]));

describe('the tools of an author count by what they declare', () => {
  const tools = [
    { name: 'publish', accesses: [{ field: 'target', kind: 'write' as const }] },
    { name: 'deploy', accesses: [{ field: 'line', kind: 'command' as const }] },
    { name: 'ping', accesses: [{ field: 'url', kind: 'address' as const }] },
    { name: 'greet', accesses: [] },
    { name: 'paced', timeoutSeconds: 0 },
    { name: 'git_log', category: 'definition', timeoutSeconds: 0 },
  ];

  test.each([
    ['greet: { denied_paths: [/tmp] }', /tools\.greet\.denied_paths has no effect/],
    [
      'publish: { environment: [HOME] }',
      /tools\.publish\.environment has no effect: publish runs no commands/,
    ],
    ['paced: { timeout: 3 }', /tools\.paced\.timeout has no effect: paced handles its time limit itself/],
    ['ping: { allowed_paths: [/tmp] }', /tools\.ping\.allowed_paths has no effect/],
    [
      'publish: { allowed_commands: [ls] }',
      /only execute_command and deploy run command lines: Move it to tools\.execute_command or tools\.deploy/,
    ],
  ])('without effect: %s', async (rules, message) => {
    expect(await problemsOf(rules, tools)).toEqual([expect.stringMatching(message)]);
  });

  test.each([
    'publish: { denied_paths: [/tmp] }',
    'deploy: { environment: [HOME], sandbox: false, max_output: 2000 }',
    'git_log: { environment: [HOME], sandbox: false, max_output: 2000, timeout: 3 }',
    'deploy: { allowed_commands: [ls], allowed_paths: [/tmp], shell: true }',
  ])('with effect: %s', async (rules) => expect(await problemsOf(rules, tools)).toEqual([]));
});
