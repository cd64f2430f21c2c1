import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../support/connect';
import { workshop } from '../support/definitions';

let shop: Awaited<ReturnType<typeof workshop>>;
afterEach(() => shop.close());

const definition = (subcommand: object, more: object = {}) => ({
  name: 'probe',
  description: 'A probe.',
  command: 'print-argv',
  synchronous: true,
  subcommand: [{ name: 'x', description: 'X.', ...subcommand }],
  ...more,
});

async function open(subcommand: object, more: object = {}) {
  shop = await workshop({ files: { 'probe.json': definition(subcommand, more) } });
  mkdirSync(join(shop.root, 'src'));
  writeFileSync(join(shop.root, 'src/a'), '');
  symlinkSync('/etc', join(shop.root, 'out'));
}
const refused = async (args: Record<string, unknown>) =>
  /outside the allowed workspace/.test(textOf(await shop.call('probe_x', args)));

describe('values that nobody marked as paths', () => {
  const unmarked = {
    options: [
      { name: 'revision', type: 'string' },
      { name: 'words', type: 'array' },
      { name: 'pattern', type: 'string', format: 'text' },
    ],
    positional_args: [{ name: 'rest', type: 'array', items: { type: 'string' } }],
  };

  test.each([
    '/etc/passwd',
    '../outside',
    'src/../../outside',
    '~/.ssh/id_rsa',
    '~root/x',
    'file:///etc/passwd',
    'file:../outside',
    'x@file:../outside',
    'x@file:src/../../outside',
    'x@file:///etc/../etc/passwd',
    'x@file:///etc/passwd',
    'git+file:///etc',
    'git+FILE:%2e%2e/outside',
    '../outside/file:src',
    'out',
    'out/passwd',
  ])('%s is refused wherever it stands', async (value) => {
    await open(unmarked);
    for (const args of [{ revision: value }, { words: ['a', value] }, { rest: ['a', value] }])
      expect([args, await refused(args)]).toEqual([args, true]);
  });

  test.each([
    'main..topic',
    'HEAD~1',
    'origin/main...HEAD',
    'src',
    'src/a',
    'https://example.org/../x',
    '/cc everyone: see ../x',
    '~2 days',
    'a=b',
    'file:src',
    'x@file:./src/a',
    'profile:x',
    'rename file:',
  ])('%s is taken', async (value) => {
    await open(unmarked);
    expect(await refused({ revision: value })).toBe(false);
  });

  test('a path inside is taken, and text is never judged', async () => {
    await open(unmarked);
    expect(await refused({ revision: join(shop.root, 'src') })).toBe(false);
    expect(await refused({ pattern: '/etc/passwd' })).toBe(false);
  });
});

test.each(['Path', 'PATH', ' path '])('the format %j is held as a path', async (format) => {
  await open({ options: [{ name: 'value', type: 'string', format }] });
  expect(await refused({ value: 'out/new' })).toBe(true);
  expect(shop.lines().join()).toContain('judged as "path"');
});

test('of key=value the value is judged where it looks like a path', async () => {
  await open({ options: [{ name: 'set', type: 'string', format: 'path-or-value' }] });
  for (const set of ['a=/etc/passwd', 'a=../x', '/etc/a=b', 'a=out/passwd'])
    expect([set, await refused({ set })]).toEqual([set, true]);
  for (const set of ['a=b', 'a=src/a', 'src/new'])
    expect([set, await refused({ set })]).toEqual([set, false]);
});

test.each([
  ['an unmarked argument', { options: [{ name: 'revision', type: 'string' }] }, 'revision'],
  ['a list of words', {}, 'args'],
])('key=/path in %s is judged too', async (_what, leaf, field) => {
  const free = field === 'args';
  if (free)
    shop = await workshop({
      files: { 'x.json': { name: 'x', description: 'X.', command: 'print-argv', synchronous: true } },
    });
  else await open(leaf);
  const tried = async (word: string): Promise<boolean> =>
    free ? (await shop.call('x', { args: [word] })).isError === true : refused({ [field]: word });
  for (const word of ['if=/etc/passwd', 'a=b=/etc/passwd', 'type=bind,source=/etc,target=x', 'a=../../x'])
    expect([word, await tried(word)]).toEqual([word, true]);
  for (const word of ['a=b', 'a==', '=', 'count=3,4'])
    expect([word, await tried(word)]).toEqual([word, false]);
});

test('a sequence with steps that cannot work is reported when it is loaded', async () => {
  const step = (tool: string, subcommand: string, args: object = {}) => ({ tool, subcommand, args });
  const sequence = [
    step('probe', 'x', { revison: 'a', working_directory: '.' }),
    step('probe', 'y'),
    step('nothing', 'z'),
    step('await', 'default', { id: 'op_1' }),
    step('await', 'default', { ids: 'op_1' }),
  ];
  const other = definition({ name: 'w' }, { name: 'other' });
  shop = await workshop({
    files: {
      'all.json': { name: 'all', description: 'All.', command: 'sequence', synchronous: true, sequence },
      'other.json': other,
      'probe.json': definition({ options: [{ name: 'revision', type: 'string' }] }),
    },
  });
  const told = shop.lines().flatMap((line) => /^warning .*all\.json: (.*)/.exec(line)?.[1] ?? []);
  expect(told).toEqual([
    'sequence[0]: "probe_x" has no argument "revison"; did you mean "revision"?',
    'sequence[1]: "probe" has no subcommand "y"; it has x',
    'sequence[2]: there is no tool "nothing_z"; enable its definition or correct the name',
    expect.stringContaining('sequence[4]: "await" has no argument "ids"'),
  ]);
});

test('no call asks for more time than the operator gives, and whoever asks is told', async () => {
  await open(
    { name: '20', options: [{ name: 'timeout_seconds', type: 'integer' }] },
    { command: 'nap', timeout_seconds: 3000 },
  );
  shop.policy.update({ ...shop.policy.rules, tools: { probe: { timeoutSeconds: 1 } } });
  const reason = '1s: the operator allows at most 1 s (tools.probe.timeout), so';
  expect(textOf(await shop.call('probe_20', { timeout_seconds: 2000 }))).toContain(
    `${reason} timeout_seconds 2000 has no effect`,
  );
  expect(textOf(await shop.call('probe_20'))).toContain(
    `${reason} the 3000 s of its definition has no effect`,
  );
});

test('a call that ends in time is told too that it may not ask for so much', async () => {
  await open({ options: [{ name: 'timeout_seconds', type: 'integer' }] });
  shop.policy.update({ ...shop.policy.rules, tools: { probe: { timeoutSeconds: 50 } } });
  const { content, isError } = (await shop.call('probe_x', { timeout_seconds: 51 })) as {
    content: { text: string }[];
    isError?: boolean;
  };
  expect(isError).toBeFalsy();
  expect(content.at(-1)!.text).toContain('[the operator allows at most 50 s (tools.probe.timeout)');
  expect((await shop.call('probe_x', { timeout_seconds: 50 })).content).toHaveLength(1);
});
