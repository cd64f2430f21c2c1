import { missingProgram } from '../../../src/mtdf/leaf-availability';
import type { Definition } from '../../../src/mtdf/definition';
import type { DefinitionHost } from '../../../src/mtdf/definition-host';
import { leavesOf } from '../../../src/mtdf/leaves';
import { PathPolicy } from '../../../src/policy/path-policy';

const missing = (tool: Partial<Definition>, subcommand = 'default'): Promise<string | undefined> => {
  const [leaf] = leavesOf({
    name: 'tool',
    description: '',
    command: 'sh',
    enabled: true,
    hints: {},
    subcommand: [{ name: subcommand, description: '', enabled: true }],
    ...tool,
  });
  const policy = PathPolicy.default('/');
  return missingProgram(leaf!, {
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    paths: () => Promise.resolve(policy),
  } as unknown as DefinitionHost);
};
const passes = { availability_check: { command: 'sh', args: ['-c', 'exit 0'] } };

test('a check that passes does not stand in for the program itself', async () => {
  expect(await missing({ command: '/bin/sh', ...passes }, 'ls')).toBeUndefined();
  expect(await missing({ command: '/bin/sh', ...passes }, 'no-such-program')).toBe(
    'no-such-program is not installed.',
  );
  expect(await missing({ command: 'no-such-program', ...passes })).toBe('no-such-program is not installed.');
});

test('a program whose place depends on the working directory of the call is not looked for', async () => {
  expect(await missing({ command: './gradlew', ...passes })).toBeUndefined();
  expect(await missing({ command: 'scripts/check', ...passes })).toBeUndefined();
  expect(await missing({ command: '/no/such/program' })).toBe('/no/such/program is not installed.');
});
