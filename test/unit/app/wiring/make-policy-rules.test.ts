import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '../../../../src/config';
import { policyProblems } from '../../../../src/app/wiring/make-policy-rules';
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
  ['execute_command: { allowed_commands: ["gi*"] }', /is a glob.*Name each program/],
])('a rule that could have no effect is refused with its line: %s', async (tools, message) => {
  expect(await problemsOf(tools)).toEqual([expect.stringMatching(message)]);
});

test.each([
  'read_file: { allowed_paths: [/tmp] }',
  'execute_command: { denied_paths: [/tmp], allowed_commands: [ls] }',
  'my_definition: { allowed_paths: [/tmp] }',
])('a rule that has one is taken: %s', async (tools) => expect(await problemsOf(tools)).toEqual([]));

describe('the tools of an author count by what they declare', () => {
  const tools = [
    { name: 'publish', accesses: [{ field: 'target', kind: 'write' as const }] },
    { name: 'deploy', accesses: [{ field: 'line', kind: 'command' as const }] },
    { name: 'ping', accesses: [{ field: 'url', kind: 'address' as const }] },
    { name: 'greet', accesses: [] },
  ];

  test.each([
    ['greet: { denied_paths: [/tmp] }', /tools\.greet\.denied_paths has no effect/],
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
    'deploy: { allowed_commands: [ls], allowed_paths: [/tmp], shell: true }',
  ])('with effect: %s', async (rules) => expect(await problemsOf(rules, tools)).toEqual([]));
});
