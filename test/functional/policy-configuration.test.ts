import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../src/cli/main';
import { BuiltinServer } from '../support/builtin-server';
import { temporaryDirectory } from '../support/temporary-directory';

const DOCUMENT = `tools:
  execute_command:
    allowed_commands:
      - ls
      - cat
    denied_commands:
      - rm
  write_file:
    denied_paths:
      - secret
`;

const DEFINITION = {
  name: 'lister',
  description: 'Lists.',
  command: 'ls',
  synchronous: true,
  subcommand: [
    {
      name: 'show',
      description: 'Shows.',
      options: [
        { name: 'label', type: 'string', description: 'A label.' },
        { name: 'place', type: 'string', format: 'path', description: 'A place.' },
        { name: 'many', type: 'array', items: { type: 'string', format: 'path' }, description: 'Places.' },
      ],
    },
  ],
};

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let wait = 0; wait < 200; wait++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('it never came to be');
}

describe('toolwright policy explain', () => {
  const cwd = temporaryDirectory('tw-explain');
  writeFileSync(join(cwd, 'toolwright.yaml'), DOCUMENT);

  async function explain(...args: string[]) {
    let out = '';
    let err = '';
    const io = {
      cwd,
      env: {
        HOME: cwd,
        TOOLWRIGHT_CONFIG: 'toolwright.yaml',
        TOOLWRIGHT_DEFINITIONS_DIRS: '.toolwright/tools',
      },
      stdout: (text: string) => void (out += text),
      stderr: (text: string) => void (err += text),
    };
    return { code: await main(['policy', 'explain', ...args], io), out, err };
  }

  test('names the rule, its file and line', async () => {
    expect(await explain('execute_command', '{"command": "ls | rm x"}')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        /allowed: ls is [^]*toolwright.yaml:4:9[^]*refused: rm is a denied command\n {2}by tools.execute_command.denied_commands: rm\n {2}at toolwright.yaml:7:9[^]*execute_command: refused/,
      ),
    });
    expect(await explain('write_file', '{"path": "secret/x", "content": ""}')).toMatchObject({
      code: 1,
      out: expect.stringContaining('toolwright.yaml:10:9'),
    });
    expect(await explain('execute_command', '{"command": "ls > secret/x"}')).toMatchObject({
      code: 1,
      out: expect.stringContaining('by tools.write_file.denied_paths: secret\n  at toolwright.yaml:10:9'),
    });
    expect(await explain('read_file', '{"path": "a.txt"}')).toMatchObject({
      code: 0,
      out: expect.stringContaining('by roots: .\n  at default'),
    });
    expect(await explain('read_file', '{"path": "a.txt"}', '--root', '/nowhere')).toMatchObject({
      code: 1,
      out: expect.stringContaining('--root'),
    });
  });

  test('tells how it is called', async () => {
    expect(await explain('execute_command', 'not json')).toMatchObject({
      code: 2,
      err: expect.stringContaining('JSON object'),
    });
    expect(await explain('no_such_tool', '{}')).toMatchObject({ code: 2 });
  });

  test('checks the arguments before it judges them', async () => {
    for (const args of ['{}', '{"pth": "a.txt"}', '{"path": 7}']) {
      expect(await explain('read_file', args)).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('path'),
      });
    }
    expect(await explain('execute_command', '{}')).toMatchObject({ code: 2 });
    expect(await explain('list_directory')).toMatchObject({
      code: 0,
      out: expect.stringContaining('by roots: .'),
    });
  });

  describe('of a tool that needs consent', () => {
    const CONSENT_CALL = [
      'remove_project',
      '{"name": "old", "explicit_action": "REMOVE_PROJECT"}',
      '--pack',
      'guide',
    ];

    test('says when the user is asked', async () => {
      const literal = await explain(...CONSENT_CALL);
      expect(literal).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /allowed: the user is asked where the client can; elsewhere `explicit_action` is enough\n {2}by consent: literal\n {2}at default\n/,
        ),
      });
      expect(await explain(...CONSENT_CALL, '--consent', 'ask')).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /allowed: the user is asked, and the call is refused where the client can't\n {2}by consent: ask\n {2}at option --consent/,
        ),
      });
    });

    test('is refused where the operator allows no such tool', async () => {
      expect(await explain(...CONSENT_CALL, '--consent', 'deny')).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          /refused: [^\n]*destructive[^\n]*\n {2}by consent: deny\n {2}at option --consent/,
        ),
      });
      const { out } = await explain(...CONSENT_CALL, '--consent', 'deny', '--json');
      expect(JSON.parse(out)).toMatchObject({ allowed: false });
    });
  });

  test('says that it does not apply to the arguments of a tool that declares none', async () => {
    expect(await explain('echo', '{"message": "/etc/passwd"}', '--pack', 'utility')).toMatchObject({
      code: 0,
      out: "echo: the policy does not apply to this tool's arguments\n",
    });
  });

  test('judges an address as far as that goes without looking a name up', async () => {
    expect(await explain('web_fetch', '{"url": "https://example.com/"}', '--pack', 'web')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^allowed: example\.com [^]*by web\.allow_private: false\n {2}at default/),
    });
    expect(await explain('web_fetch', '{"url": "http://192.168.0.1/"}', '--pack', 'web')).toMatchObject({
      code: 1,
      out: expect.stringContaining('refused: 192.168.0.1 is not a public address'),
    });
  });

  test('judges the working directory of a command', async () => {
    expect(await explain('execute_command', '{"command": "ls", "working_dir": "/etc"}')).toMatchObject({
      code: 1,
      out: expect.stringContaining('working directory: /etc is outside'),
    });
  });

  test('judges of a definition’s arguments those that are paths', async () => {
    mkdirSync(join(cwd, '.toolwright/tools'), { recursive: true });
    writeFileSync(join(cwd, '.toolwright/tools/lister.json'), JSON.stringify(DEFINITION));
    expect(await explain('lister_show', '{"label": "/etc/passwd"}')).toMatchObject({
      code: 1,
      out: expect.stringContaining('/etc/passwd is outside the allowed paths'),
    });
    expect(await explain('lister_show', '{"label": "etc"}')).toMatchObject({
      code: 0,
      out: expect.stringContaining('none of these arguments is marked as a path'),
    });
    expect(await explain('lister_show', '{"place": "."}')).toMatchObject({ code: 0 });
    // ls only reads, and what steers the server may be read.
    expect(await explain('lister_show', '{"place": ".toolwright"}')).toMatchObject({ code: 0 });
    for (const args of ['{"place": "/etc/passwd"}', '{"many": ["a.txt", "/etc/passwd"]}']) {
      expect(await explain('lister_show', args)).toMatchObject({
        code: 1,
        out: expect.stringContaining('/etc/passwd is outside'),
      });
    }
    expect(await explain('lister_show', '{"working_directory": "/etc"}')).toMatchObject({ code: 1 });
    expect(await explain('lister_show', '{"nonsense": 1}')).toMatchObject({ code: 2 });
  });

  test('judges the free words of a definition without subcommands as the call does', async () => {
    mkdirSync(join(cwd, '.toolwright/tools'), { recursive: true });
    const { subcommand: _, ...free } = DEFINITION;
    writeFileSync(join(cwd, '.toolwright/tools/lister.json'), JSON.stringify(free));
    expect(await explain('lister', '{"args": ["-l", "."]}')).toMatchObject({ code: 0 });
    expect(await explain('lister', '{"args": ["-l"]}')).toMatchObject({
      code: 0,
      out: expect.stringContaining('none of these arguments'),
    });
    for (const word of ['/etc/passwd', '--from=/etc/passwd', '-I/etc/passwd', '../x/../../etc/passwd']) {
      const args = JSON.stringify({ args: [word] });
      expect([word, await explain('lister', args)]).toMatchObject([
        word,
        { code: 1, out: expect.stringContaining('is outside') },
      ]);
    }
  });
});

describe('rules that could not do what they say are refused at start', () => {
  test.each([
    ['tools: { read_file: { allowed_commands: [ls] } }', 'only execute_command'],
    ['tools: { write_file: { allowed_paths: ["/tmp/*"] } }', 'glob'],
    ['tools: { write_file: { denied_paths: ["~/x"] } }', 'not expanded'],
    ['tools: { execute_command: { allowed_commands: ["git status"] } }', 'program alone'],
    ['tools: { execute_command: { denied_commands: [""] } }', 'is empty'],
    ['tools: { execute_command: { alowed_commands: [ls] } }', 'allowed_commands'],
    ['tools: { execute_comand: { timeout: 3 } }', 'execute_command'],
    ['sandbox: sometimes', 'auto'],
    ['sandbox: { readable: ["~/.ssh"] }', 'not expanded'],
    [
      '{ sandbox: required, tools: { execute_command: { sandbox: false } } }',
      'contradicts sandbox: required',
    ],
  ])('%s', async (config, words) => {
    await expect(BuiltinServer.start({ config: `${config}\n` })).rejects.toThrow(words);
    await expect(BuiltinServer.start({ config: `${config}\n` })).rejects.toThrow('toolwright.yaml:1:');
  });
});

describe('a changed file', () => {
  test('is in force at once; a broken one leaves the old in force and says so', async () => {
    const server = await BuiltinServer.start({
      config: 'tools: { execute_command: { allowed_commands: [ls] } }\n',
    });
    const may = async (command: string) => !(await server.call('execute_command', { command })).isError;
    expect([await may('ls'), await may('cat toolwright.yaml')]).toEqual([true, false]);
    writeFileSync(
      server.path('toolwright.yaml'),
      'tools: { execute_command: { allowed_commands: [cat] } }\n',
    );
    await until(() => may('cat toolwright.yaml'));
    expect(await may('ls')).toBe(false);
    writeFileSync(
      server.path('toolwright.yaml'),
      'tools: { execute_command: { allowed_commands: nonsense: } }\n',
    );
    await until(() =>
      server.records.some(
        (record) => record.level === 'error' && record.message.includes('old policy stays in force'),
      ),
    );
    expect([await may('ls'), await may('cat toolwright.yaml')]).toEqual([false, true]);
    await server.close();
  });

  test('decides at once who is asked, which tools there are and how long they may take', async () => {
    const text = (more = '', limits = '') =>
      `${more}\ntools:\n  execute_command: { allowed_commands: [ls, sleep]${limits} }\n  echo: { enabled: ${!more.includes('#')} }\n`;
    const server = await BuiltinServer.start({ config: text() });
    const change = async (changed: string, inForce: () => Promise<boolean>): Promise<void> => {
      writeFileSync(server.path('toolwright.yaml'), changed);
      await until(inForce);
    };
    const run = (command: string) => server.call('execute_command', { command });
    const offers = async (name: string): Promise<boolean> =>
      (await server.client.listTools()).tools.some((tool) => tool.name === name);
    expect(await run('ls')).toMatchObject({ isError: false });
    await change(text('consent: deny'), async () => (await run('ls')).text.includes('destructive'));
    await change(text(), async () => !(await run('ls')).isError);
    expect(await offers('echo')).toBe(true);
    await change(text('# no echo'), async () => !(await offers('echo')));
    await change(text(), () => offers('echo'));
    await change(text('', ', timeout: 1'), async () => (await run('sleep 2')).isError);
    expect(server.records.filter(({ message }) => message.includes('restart'))).toEqual([]);
    await server.close();
  });

  test('is said to need a restart for each other setting, by name', async () => {
    const server = await BuiltinServer.start({ config: 'consent: ask\n' });
    writeFileSync(
      server.path('toolwright.yaml'),
      'consent: ask\nread_only: true\nanswers: { budget: 500 }\ntools: { echo: { answer_budget: 9 } }\nhttp: { tools: [echo] }\n',
    );
    const told = () => server.records.find(({ message }) => message.includes('restart'));
    await until(() => told() !== undefined);
    expect(told()).toMatchObject({
      level: 'warning',
      message:
        'The policy was reloaded from the changed configuration file. Not in force until a restart: answers.budget, http.tools, tools.echo.answer_budget',
    });
    await server.close();
  });

  test('with a rule for a name that no tool has is refused as at start: no deny rule is lost', async () => {
    const server = await BuiltinServer.start({
      config: 'tools: { read_file: { denied_paths: [secret.txt] } }\n',
    });
    writeFileSync(server.path('secret.txt'), 'secret');
    const read = () => server.call('read_file', { path: 'secret.txt' });
    expect((await read()).isError).toBe(true);
    // The watch reads the first version a moment after the start; only what differs from that is a change.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const told = (words: string) => server.records.some((record) => record.message.includes(words));
    writeFileSync(server.path('toolwright.yaml'), 'tools: { read_fil: { denied_paths: [secret.txt] } }\n');
    await until(() => told('changed configuration file'));
    expect(await read()).toMatchObject({ isError: true, text: expect.stringContaining('denied_paths') });
    expect(told('old policy stays in force')).toBe(true);
    expect(told("Write 'read_file'")).toBe(true);
    await server.close();
  });

  test('a shell is the operator’s logged choice', async () => {
    const server = await BuiltinServer.start({ config: 'tools: { execute_command: { shell: true } }\n' });
    const output = await server.json<{ stdout: string }>('execute_command', {
      command: 'echo $((1+2)) | cat',
    });
    expect(output.stdout).toBe('3\n');
    expect(
      server.records.some(
        (record) => record.level === 'warning' && record.message.includes('passed to a shell'),
      ),
    ).toBe(true);
    await server.close();
  });

  test('the log says which protection is in force', async () => {
    const server = await BuiltinServer.start({ config: 'sandbox: off\n' });
    await server.call('execute_command', { command: 'ls' });
    expect(server.records.some((record) => record.message.includes('without a sandbox'))).toBe(true);
    await server.close();
  });
});
