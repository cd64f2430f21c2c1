import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defineTool } from '../../src/index';
import { textOf } from '../support/connect';
import { workshop } from '../support/definitions';
import { ListChanged } from '../support/notifications';
import { basicExample, seedSequence } from '../support/mtdf-samples';
import { watchDefinitions } from '../../src/mtdf/definition-watch';

type Shop = Awaited<ReturnType<typeof workshop>>;
let shop: Shop;
afterEach(() => shop.close());

const tool = (name: string, subcommand: object[], more: object = {}) => ({
  name,
  description: `The tool ${name}.`,
  command: 'print-argv',
  synchronous: true,
  subcommand,
  ...more,
});
const data = (result: unknown) =>
  (result as { structuredContent: Record<string, unknown> }).structuredContent;
const codeOf = (result: unknown) => (data(result)['error_data'] as { code: number }).code;

test('A1 the basic example is listed with its required path', async () => {
  shop = await workshop({ files: { 'my_tool.json': { ...basicExample, command: 'print-argv' } } });
  const { tools } = await shop.client.listTools();
  expect(tools.find((one) => one.name === 'my_tool_run')?.inputSchema).toMatchObject({
    type: 'object',
    properties: { config: { type: 'string', format: 'path', minLength: 1 } },
    required: ['config'],
  });
});

test('A2 A28 a new or repaired file appears without a rebuild', async () => {
  shop = await workshop({ files: { 'bad.json': '{"name": "bad", }' } });
  expect(await shop.names()).toEqual(['status', 'await', 'cancel']);
  shop.put('new.json', tool('new', []));
  shop.put('bad.json', tool('bad', []));
  await shop.set.load();
  expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'bad', 'new']);
});

test('A4 A5 a bad file is absent, told with file, place and path, and takes no other down', async () => {
  shop = await workshop({
    files: {
      'a-broken.json': '{\n  "name": "broken",\n}',
      'b-wrong.json': tool('wrong', [
        { name: 'x', description: 'X.', options: [{ name: 'o', type: 'bool' }] },
      ]),
      'c-reserved.json': tool('status', []),
      'd-good.json': tool('good', []),
    },
  });
  expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'good']);
  expect(shop.lines()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^error .*a-broken\.json:3:1: error \[root\]/),
      expect.stringMatching(
        /^error .*b-wrong\.json:\d+:\d+: error \[subcommand\[0\]\.options\[0\]\.type\].*`bool` → `boolean`/,
      ),
      expect.stringMatching(/^error .*c-reserved\.json.*\[name\]/),
    ]),
  );
});

test('A7 a definition whose guidance_key is not in the guidance file is rejected', async () => {
  shop = await workshop({
    files: { 'x.json': tool('x', [], { guidance_key: 'nowhere' }) },
    guidance: { guidance_blocks: { here: 'H' } },
  });
  expect(await shop.names()).not.toContain('x');
  expect(shop.lines().join()).toContain('there is no guidance block "nowhere"');
});

test('A8 an unmarked path is logged as a security warning, and keeps the tool out under strict', async () => {
  const files = {
    'x.json': tool('x', [
      { name: 'default', description: 'X.', options: [{ name: 'file', type: 'string' }] },
    ]),
  };
  shop = await workshop({ files });
  expect(await shop.names()).toContain('x');
  expect(shop.lines().join()).toContain('Security');
  await shop.close();
  shop = await workshop({ files, strict: true });
  expect(await shop.names()).not.toContain('x');
});

test('A9 what is not enabled is not listed, and calling it is an error', async () => {
  shop = await workshop({
    files: {
      'off.json': tool('off', [], { enabled: false }),
      'half.json': tool('half', [
        { name: 'on', description: 'On.' },
        { name: 'off', description: 'Off.', enabled: false },
      ]),
    },
  });
  expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'half_on']);
  await expect(shop.call('off')).rejects.toMatchObject({ code: -32004 });
  await expect(shop.call('half_off')).rejects.toMatchObject({ code: -32004 });
});

test('A10 guidance stands before the description', async () => {
  shop = await workshop({
    files: { 'x.json': tool('x', [{ name: 'run', description: 'Runs it.', guidance_key: 'care' }]) },
    guidance: { guidance_blocks: { care: 'Take care.' } },
  });
  const { tools } = await shop.client.listTools();
  expect(tools.find((one) => one.name === 'x_run')?.description).toContain('Take care.\n\nRuns it.');
});

test('A11 A12 nested subcommands become words, `default` adds nothing', async () => {
  const run = { name: 'run', description: 'Run.', options: [{ name: 'workspace', type: 'boolean' }] };
  shop = await workshop({
    files: {
      'cargo.json': tool('cargo', [{ name: 'nextest', description: 'N.', subcommand: [run] }]),
      'plain.json': tool('plain', [{ name: 'default', description: 'D.' }]),
      'gh.json': tool('gh', [{ name: 'pr_create', description: 'P.' }]),
    },
  });
  expect(textOf(await shop.call('cargo_nextest_run', { workspace: true }))).toBe(
    '["nextest","run","--workspace"]',
  );
  expect(textOf(await shop.call('plain'))).toBe('[]');
  expect(textOf(await shop.call('gh_pr_create'))).toBe('["pr","create"]');
});

test('A13 A15 a real program receives the documented argv, and no shell ever sees it', async () => {
  const evil = '$(touch pwned); `id` && echo "x" | cat > y \'z\' \\ \n*';
  shop = await workshop({
    files: {
      'x.json': tool('x', [
        {
          name: 'do',
          description: 'Do.',
          options: [
            { name: 'message', type: 'string' },
            { name: 'count', type: 'integer' },
            { name: 'long', type: 'boolean', alias: 'l' },
            { name: 'list', type: 'array' },
            { name: '-name', type: 'string' },
          ],
          positional_args: [{ name: 'rest', type: 'array' }],
        },
      ]),
    },
  });
  const args = {
    message: evil,
    count: '7',
    long: 'true',
    list: ['a', 'b'],
    '-name': '*.ts',
    rest: ['-x', evil],
    working_directory: '.',
  };
  expect(JSON.parse(textOf(await shop.call('x_do', args)))).toEqual([
    'do',
    '--message',
    evil,
    '--count',
    '7',
    '-l',
    '--list',
    'a b',
    '-name',
    '*.ts',
    '--',
    '-x',
    evil,
  ]);
  expect(codeOf(await shop.call('x_do', { unknown: 1 }))).toBe(-32602);
  expect(codeOf(await shop.call('x_do', { count: 'many' }))).toBe(-32602);
});

test('a definition that declares nothing takes words, and each that could be a path is judged', async () => {
  shop = await workshop({
    files: { 'free.json': { name: 'free', description: 'F.', command: 'print-argv', synchronous: true } },
  });
  const words = ['-r', 'a pattern', '--file=inside.txt', 'https://example.org/x'];
  expect(JSON.parse(textOf(await shop.call('free', { args: words })))).toEqual(words);
  expect(textOf(await shop.call('free'))).toBe('[]');
  for (const word of ['/etc/passwd', '../x', '--file=/etc/passwd', '-f/etc/passwd', '-I../x', '..']) {
    expect([word, codeOf(await shop.call('free', { args: [word] }))]).toEqual([word, -32602]);
  }
});

test('A14 a multi-line value arrives intact through a file, which is gone afterwards', async () => {
  const option = { name: 'message', type: 'string', file_arg: true, file_flag: '-F' };
  shop = await workshop({
    files: {
      'commit.json': tool('commit', [{ name: 'default', description: 'C.', options: [option] }], {
        command: 'read-file',
      }),
    },
  });
  const message = 'Title\n\nBody with "quotes", $vars and `ticks`\\\n';
  const result = await shop.call('commit', { message });
  expect(textOf(result)).toBe(message);
  const file = (data(result)['command'] as string[])[2]!;
  expect(() => readFileSync(file)).toThrow('ENOENT');
});

test('A20 paths outside are refused before anything starts; inside links and new files are fine', async () => {
  shop = await workshop({
    files: {
      'x.json': tool(
        'x',
        [
          {
            name: 'default',
            description: 'X.',
            options: [
              { name: 'in', type: 'string', format: 'path' },
              { name: 'set', type: 'string', format: 'path-or-value' },
            ],
            positional_args: [{ name: 'files', type: 'array', items: { type: 'string', format: 'path' } }],
          },
        ],
        { command: 'step' },
      ),
    },
  });
  const { root } = shop;
  mkdirSync(join(root, 'inside'));
  symlinkSync('/etc', join(root, 'out'));
  symlinkSync(join(root, 'inside'), join(root, 'link'));
  const refused = [
    { in: '/etc/passwd' },
    { in: '../x' },
    { in: 'out/passwd' },
    { in: 'out/new-file' },
    { set: '/etc/passwd' },
    { set: 'key=/etc/passwd' },
    { files: ['inside/ok', '/etc/passwd'] },
    { files: ['inside/../../x'] },
    { working_directory: '/etc' },
    { working_directory: '..' },
    { working_directory: 'out' },
    { working_directory: 'inside', in: '../../x' },
  ];
  for (const args of refused) {
    const result = await shop.call('x', args);
    expect([args, result.isError, codeOf(result)]).toEqual([args, true, -32602]);
  }
  expect(() => readFileSync(join(root, 'steps.log'))).toThrow('ENOENT');
  const allowed = [
    { in: 'link/new-file' },
    { set: 'key=value' },
    { working_directory: 'link', files: ['new', root] },
  ];
  for (const args of allowed) expect((await shop.call('x', args)).isError).toBeUndefined();
  expect(readFileSync(join(root, 'steps.log'), 'utf8').trim().split('\n')).toHaveLength(3);
});

test('A16 A19 a synchronous failure and a time-out are results with what was printed', async () => {
  shop = await workshop({
    files: {
      'fail.json': tool(
        'fail',
        [{ name: 'now', description: 'F.', options: [{ name: 'fail', type: 'boolean' }] }],
        { command: 'step' },
      ),
      'nap.json': tool('nap', [{ name: '20', description: 'N.', timeout_seconds: 1 }], { command: 'nap' }),
      'flood.json': tool('flood', [{ name: '12', description: 'F.' }], { command: 'flood' }),
    },
  });
  const failed = await shop.call('fail_now', { fail: true });
  expect(failed.isError).toBe(true);
  expect(data(failed)).toMatchObject({
    state: 'failed',
    exit_code: 3,
    stderr: 'broken\n',
    error_data: { code: -32005 },
  });
  const late = await shop.call('nap_20');
  expect(textOf(late)).toMatch(/^pids \d+ \d+\nCommand timed out after 1s$/);
  expect(codeOf(late)).toBe(-32006);
  const flooded = await shop.call('flood_12');
  expect(data(flooded)).toMatchObject({ state: 'completed', truncated: true });
  expect(textOf(flooded).length).toBeLessThan(9 * 1024 * 1024);
});

test('a program that is missing switches its tool off and says how to install it', async () => {
  const missing = { command: 'no-such-program', install_instructions: 'Install it with: apt install it' };
  const a = {
    name: 'a',
    description: 'A.',
    install_instructions: 'Try b',
    availability_check: { command: 'false' },
  };
  const exits = (code: string, more: object) => ({
    command: 'sh',
    args: ['-c', code],
    success_exit_codes: [4],
    ...more,
  });
  // Without `skip_subcommand_args` the words of the subcommand stand before the arguments: `test c = c`.
  const b = {
    name: 'b',
    description: 'B.',
    availability_check: { command: 'test b', args: ['=', 'b'], skip_subcommand_args: true },
  };
  const c = { name: 'c', description: 'C.', availability_check: { command: 'test', args: ['=', 'c'] } };
  shop = await workshop({
    files: {
      'gone.json': tool('gone', [], missing),
      'probed.json': tool('probed', [a, b, c, { name: 'd', description: 'D.', availability_check: {} }]),
      'fine.json': tool('fine', [], { availability_check: exits('exit 4', {}) }),
      'wrong.json': tool('wrong', [], { availability_check: exits('exit 5', {}) }),
    },
  });
  // Loading waits only so long: on a busy machine a probe switches its tool off afterwards.
  while ((await shop.names()).some((name) => ['probed_a', 'wrong'].includes(name))) await setTimeout(20);
  expect(await shop.names()).toEqual([
    'status',
    'await',
    'cancel',
    'fine',
    'probed_b',
    'probed_c',
    'probed_d',
  ]);
  expect(shop.lines()).toContain('info Checking whether fine is available: "sh -c exit 4"');
  await expect(shop.call('gone')).rejects.toThrow(/not installed\. Install it with: apt install it/);
  await expect(shop.call('probed_a')).rejects.toThrow(/Try b/);
});

test('files that come, change and go are noticed on request, and the client is notified', async () => {
  shop = await workshop({ files: { 'a.json': tool('a', []) } });
  const changes = new ListChanged(shop.client, 'tools');
  const stop = watchDefinitions([shop.dir], () => shop.set.load());
  try {
    shop.put('b.json', tool('b', []));
    await changes.next();
    expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'a', 'b']);
    rmSync(join(shop.dir, 'a.json'));
    await changes.next();
    expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'b']);
    shop.put('b.json', tool('b', [{ name: 'sub', description: 'S.' }]));
    await changes.next();
    expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'b_sub']);
  } finally {
    stop();
  }
});

test('a definition that is emptied before it is filled keeps its tools meanwhile; one that stays empty loses them', async () => {
  shop = await workshop({ files: { 'a.json': tool('a', []) } });
  const changes = new ListChanged(shop.client, 'tools');
  const seen: number[] = [];
  const stop = watchDefinitions([shop.dir], async () => {
    await shop.set.load();
    seen.push(statSync(join(shop.dir, 'a.json')).size);
  });
  try {
    shop.put('a.json', '');
    await setTimeout(250);
    shop.put('a.json', tool('a', [{ name: 'sub', description: 'S.' }]));
    await changes.next();
    expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'a_sub']);
    expect(seen).not.toContain(0);
    shop.put('a.json', '');
    await changes.next();
    expect(await shop.names()).toEqual(['status', 'await', 'cancel']);
  } finally {
    stop();
  }
});

test('two definitions of one name, and a name that a class tool has, are told and the first is kept', async () => {
  const echo = defineTool({ name: 'taken', description: 'T.', run: () => 'class' });
  shop = await workshop({
    files: {
      '1.json': tool('twice', []),
      '2.json': tool('twice', [{ name: 'other', description: 'O.' }]),
      '3.json': tool('taken', []),
    },
    tools: echo,
  });
  expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'taken', 'twice']);
  expect(textOf(await shop.call('taken'))).toBe('class');
  expect(shop.lines().join('\n')).toMatch(
    /2\.json.*"twice" is already defined in .*1\.json[\s\S]*taken is skipped/,
  );
});

describe('sequences', () => {
  const step = (name: string, more: object = {}) => ({
    tool: 'step',
    subcommand: name,
    args: {},
    description: `Step ${name}`,
    ...more,
  });
  const steps = tool(
    'step',
    ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      description: `Runs ${name}.`,
      options: [
        { name: 'fail', type: 'boolean' },
        { name: 'level', type: 'string' },
      ],
    })),
    { command: 'step', synchronous: false },
  );
  const sequence = (list: object[], more: object = {}) => ({
    name: 'all',
    description: 'Runs all.',
    command: 'sequence',
    synchronous: true,
    sequence: list,
    ...more,
  });
  const log = () =>
    readFileSync(join(shop.root, 'steps.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split(' '));

  test('A21 four steps run in order with the default delay between them', async () => {
    shop = await workshop({
      files: { 'step.json': steps, 'all.json': sequence(['a', 'b', 'c', 'd'].map((name) => step(name))) },
    });
    const result = await shop.call('all');
    expect(textOf(result)).toContain('All 4 sequence steps completed successfully');
    expect(log().map(([name]) => name)).toEqual(['a', 'b', 'c', 'd']);
    const times = log().map(([, time]) => Number(time) / 1e6);
    for (let i = 1; i < times.length; i++) expect(times[i]! - times[i - 1]!).toBeGreaterThanOrEqual(100);
  });

  test('A22 A25 the third fails: the fourth is not run, and what came before is in the result', async () => {
    const list = [step('a'), step('b'), step('c', { args: { fail: 'true' } }), step('d')];
    shop = await workshop({
      files: { 'step.json': steps, 'all.json': sequence(list, { step_delay_ms: 0 }) },
    });
    const result = await shop.call('all');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      /Step 1\/4: Step a ---\nran a[\s\S]*Step 2\/4[\s\S]*ran b[\s\S]*✗ --- Step 3\/4[\s\S]*broken[\s\S]*exit code 3[\s\S]*Sequence failed at step 3/,
    );
    expect(log().map(([name]) => name)).toEqual(['a', 'b', 'c']);
    expect(data(result)['error_data']).toEqual({ code: -32005, failed_step: 3 });
  });

  test('A23 a step that names an unknown tool fails clearly, with the nearest names', async () => {
    shop = await workshop({
      files: {
        'step.json': steps,
        'all.json': sequence([step('a'), { tool: 'stap', subcommand: 'b' }], { step_delay_ms: 0 }),
      },
    });
    const result = await shop.call('all');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/ran a[\s\S]*Unknown tool: stap_b. Did you mean .*step_b/);
  });

  test('A24 A26 working directory and arguments reach every step, without delay when it is 0', async () => {
    const options = [
      { name: 'level', type: 'string' },
      { name: 'working_directory', type: 'string', format: 'path' },
    ];
    const all = sequence(
      [step('a'), step('b', { args: { level: 'own', working_directory: '/elsewhere' } })],
      {
        step_delay_ms: 0,
        subcommand: [{ name: 'run', description: 'R.', options }],
      },
    );
    shop = await workshop({ files: { 'step.json': steps, 'all.json': all } });
    mkdirSync(join(shop.root, 'work'));
    const text = textOf(await shop.call('all_run', { working_directory: 'work', level: 'high' }));
    expect(text).toContain(`ran a --level high in ${shop.root}/work`);
    expect(text).toContain(`ran b --level own in ${shop.root}/work`);
    expect((await shop.call('all_run', { working_directory: '/etc' })).isError).toBe(true);
  });

  test('steps may be class tools, are skipped on their conditions, and report progress', async () => {
    const hello = defineTool({
      name: 'hello',
      description: 'H.',
      inputSchema: { type: 'object', properties: { who: { type: 'string' } }, additionalProperties: false },
      run: (args) => `hello ${args['who']}`,
    });
    const list = [
      { tool: 'hello', subcommand: 'default', args: { who: 'you' } },
      step('a', { skip_if_file_exists: 'present' }),
      step('b', { skip_if_file_missing: 'absent' }),
      step('c', { skip_if_file_missing: 'present' }),
    ];
    shop = await workshop({
      files: { 'step.json': steps, 'all.json': sequence(list, { step_delay_ms: 0 }) },
      tools: hello,
    });
    writeFileSync(join(shop.root, 'present'), '');
    const messages: unknown[] = [];
    const result = await shop.client.callTool({ name: 'all', arguments: {} }, undefined, {
      onprogress: (update) => messages.push([update.progress, update.total]),
    });
    expect(textOf(result)).toMatch(
      /hello you[\s\S]*skipped: present exists[\s\S]*skipped: absent is missing[\s\S]*ran c/,
    );
    expect(messages).toEqual([
      [0, 4],
      [3, 4],
      [4, 4],
    ]);
    expect(log().map(([name]) => name)).toEqual(['c']);
  });

  test('a sequence at subcommand level names subcommands of its own tool, and one as in the document finds its tools', async () => {
    const own = tool(
      'step',
      [
        { name: 'a', description: 'A.' },
        {
          name: 'check',
          description: 'C.',
          synchronous: true,
          step_delay_ms: 0,
          sequence: [step('a'), step('a')],
        },
      ],
      { command: 'step' },
    );
    const stub = (name: string, subcommand: object) => tool(name, [subcommand], { command: 'print-argv' });
    const clippy = {
      name: 'clippy',
      description: 'C.',
      options: ['fix', 'allow-dirty', 'tests'].map((name) => ({ name, type: 'boolean' })),
    };
    shop = await workshop({
      files: {
        'step.json': own,
        'quality.json': { ...seedSequence, step_delay_ms: 0 },
        'fmt.json': stub('cargo_fmt', { name: 'default', description: 'F.' }),
        'clippy.json': stub('cargo_clippy', clippy),
        'nextest.json': stub('cargo_nextest', {
          name: 'nextest',
          description: 'N.',
          subcommand: [{ name: 'run', description: 'R.' }],
        }),
        'cargo.json': stub('cargo', { name: 'build', description: 'B.' }),
      },
    });
    expect(textOf(await shop.call('step_check'))).toContain('All 2 sequence steps completed');
    const text = textOf(await shop.call('rust_quality_check_run'));
    expect(text).toMatch(
      /\["clippy","--fix","--allow-dirty","--tests"\][\s\S]*\["nextest","run"\][\s\S]*\["build"\][\s\S]*All 4/,
    );
  });

  test('A29 sequences that lead back to themselves are refused at load, over files too', async () => {
    const round = (name: string, next: string) => ({
      ...sequence([{ tool: next, subcommand: 'default' }]),
      name,
    });
    shop = await workshop({
      files: {
        'a.json': round('a', 'b'),
        'b.json': round('b', 'a'),
        'self.json': round('self', 'self'),
        'ok.json': tool('ok', []),
      },
    });
    expect(await shop.names()).toEqual(['status', 'await', 'cancel', 'ok']);
    expect(shop.lines().join('\n')).toMatch(/self → self[\s\S]*a → b → a/);
  });
});
