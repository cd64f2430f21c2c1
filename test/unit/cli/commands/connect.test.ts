import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandLine, type Told } from '../../../support/command-line';
import { temporaryDirectory } from '../../../support/temporary-directory';

interface World {
  readonly cwd: string;
  put(path: string, text: string): void;
  run(...args: string[]): Promise<Told>;
  /** What is written for Cursor, of the user or of the project. */
  written(scope: 'user' | 'project'): Record<string, Entry> | undefined;
}

interface Entry {
  readonly command: string;
  readonly args: string[];
  readonly env?: Record<string, string>;
  readonly headers?: Record<string, string>;
}

function world(env: Record<string, string> = {}): World {
  const cwd = temporaryDirectory('tw-connect');
  const home = temporaryDirectory('tw-home');
  const place = { user: join(home, '.cursor/mcp.json'), project: join(cwd, '.cursor/mcp.json') };
  return {
    cwd,
    put(path, text) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
    },
    async run(...args) {
      return commandLine(args, { cwd, env: { HOME: home, ...env } });
    },
    written: (scope) =>
      existsSync(place[scope])
        ? (JSON.parse(readFileSync(place[scope], 'utf8')) as { mcpServers: Record<string, Entry> }).mcpServers
        : undefined,
  };
}

const DEFINITION = JSON.stringify({
  name: 'deploy',
  description: 'Deploys.',
  command: 'ls',
  synchronous: true,
});

// What a directory may bring, by file, and whether it steers a server.
const BROUGHT = {
  'toolwright.yaml': ['tools: { read_file: { denied_paths: [private] } }\n', 'configuration'],
  'tools/deploy.json': [DEFINITION, 'definition'],
  '.toolwright/tools/deploy.json': [DEFINITION, 'definition'],
} as const;

const cases = (Object.keys(BROUGHT) as (keyof typeof BROUGHT)[]).flatMap((file) =>
  (['user', 'project'] as const).flatMap((scope) =>
    (['shown', 'written'] as const).map((how) => [file, scope, how] as const),
  ),
);

describe('what a directory brings', () => {
  const words = (scope: string, how: string): string[] => [
    ...(scope === 'project' ? ['--project'] : []),
    ...(how === 'written' ? ['--write'] : []),
  ];

  test.each(cases)(
    '%s that nobody trusts stops an entry of the %s from being %s',
    async (file, scope, how) => {
      const { put, run, written } = world();
      const [text, kind] = BROUGHT[file];
      put(file, text);
      const { code, out, err } = await run('connect', 'cursor', ...words(scope, how));
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain(`${file} (${kind})`);
      expect(err).toContain('toolwright trust');
      expect(err).toContain('--leave-out');
      expect(err.includes('--config toolwright.yaml')).toBe(kind === 'configuration');
      expect(written(scope)).toBeUndefined();
    },
  );

  test.each(cases)(
    '%s that is trusted is in force in the entry of the %s that is %s',
    async (file, scope, how) => {
      const { cwd, put, run, written } = world();
      put(file, BROUGHT[file][0]);
      await run('trust');
      const { code, out, err } = await run('connect', 'cursor', ...words(scope, how), '--json');
      expect([code, err]).toEqual([0, expect.not.stringContaining('left out')]);
      const entry =
        how === 'written' ? written(scope)!['toolwright']! : (JSON.parse(out) as { entry: Entry }).entry;
      const isNamed = file === 'toolwright.yaml';
      const end =
        scope === 'project'
          ? isNamed
            ? ['serve', '--config', 'toolwright.yaml']
            : ['serve']
          : ['--cwd', cwd, ...(isNamed ? ['--config', join(cwd, file)] : [])];
      expect(entry.args.slice(-end.length)).toEqual(end);
      expect(err.includes('count without being trusted again')).toBe(isNamed);
    },
  );

  test.each(cases)(
    '%s is left out of the entry of the %s that is %s if that is asked for',
    async (file, scope, how) => {
      const { put, run } = world();
      put(file, BROUGHT[file][0]);
      const { code, out, err } = await run(
        'connect',
        'cursor',
        '--leave-out',
        ...words(scope, how),
        '--json',
      );
      expect([code, err]).toEqual([0, expect.stringContaining(`left out as you asked: ${file}`)]);
      expect(out).not.toContain('--config');
    },
  );

  test('a file that is named is neither left out nor in need of trust', async () => {
    const { cwd, put, run, written } = world();
    put('toolwright.yaml', BROUGHT['toolwright.yaml'][0]);
    for (const named of [['--config', 'toolwright.yaml'], ['--config=toolwright.yaml']]) {
      expect((await run('connect', 'cursor', '--write', ...named)).code).toBe(0);
      const { args } = written('user')!['toolwright']!;
      expect(args.filter((word) => word.startsWith('--config'))).toHaveLength(1);
      expect(args.slice(args.indexOf('--cwd')).slice(0, 2)).toEqual(['--cwd', cwd]);
    }
  });

  test('one that has changed since it was trusted stops the entry, and not its removal', async () => {
    const { put, run, written } = world();
    put('toolwright.yaml', BROUGHT['toolwright.yaml'][0]);
    await run('trust');
    await run('connect', 'cursor', '--write');
    put('toolwright.yaml', 'prefix: other\n');
    expect((await run('connect', 'cursor', '--write')).err).toContain('has changed since it was trusted');
    expect(await run('connect', 'cursor', '--undo')).toMatchObject({ code: 0 });
    expect(written('user')).toBeUndefined();
  });

  test('files of other programs in a directory called tools stop nothing', async () => {
    const { put, run } = world();
    put('tools/data.json', '{"a":1}');
    expect((await run('connect', 'cursor')).code).toBe(0);
  });

  test('variables that count here and not in the entry are named, without their values', async () => {
    const { run } = world({ TOOLWRIGHT_CONSENT: 'deny' });
    const { err } = await run('connect', 'cursor');
    expect(err).toContain('set here and not part of the entry: TOOLWRIGHT_CONSENT');
    expect(err).not.toContain('deny');
  });
});

describe('secrets', () => {
  const SECRET = 'redis://:hush@host/1';

  test.each([
    ['two words', ['--operations', SECRET]],
    ['one word', [`--operations=${SECRET}`]],
  ])('in %s are shown to nobody, and written as a variable', async (_, options) => {
    const { run, written } = world();
    for (const how of [[], ['--json']]) {
      const { code, out, err } = await run('connect', 'cursor', ...how, ...options, '--pack', 'utility');
      expect([code, out + err]).toEqual([0, expect.not.stringContaining('hush')]);
      expect(out).toContain('TOOLWRIGHT_OPERATIONS');
      expect(out).toContain('•••');
    }
    const { out } = await run('connect', 'cursor', '--write', ...options, '--pack', 'utility');
    expect(out).not.toContain('hush');
    const { args, env } = written('user')!['toolwright']!;
    expect(env).toEqual({ TOOLWRIGHT_OPERATIONS: SECRET });
    expect(args.join(' ')).not.toContain('hush');
    expect(args.join(' ')).toContain('--pack utility');
  });

  test('are never written into a configuration that others share', async () => {
    const { run, written } = world();
    const { code, err } = await run('connect', 'cursor', '--project', '--write', '--operations', SECRET);
    expect(code).toBe(2);
    expect(err).toMatch(/shared.*TOOLWRIGHT_OPERATIONS/);
    expect(err).not.toContain('hush');
    expect(written('project')).toBeUndefined();
  });
});

describe('an address', () => {
  const URL = 'https://notes.example.org/mcp';
  const TOKEN = ['--header', 'Authorization: Bearer hush', '--header', 'X-Team: blue'];

  test('has the name of its host or the one that is given, and its headers', async () => {
    const { run, written } = world();
    const shown = await run('connect', 'cursor', '--url', URL, ...TOKEN);
    expect(shown.out).not.toContain('hush');
    await run('connect', 'cursor', '--write', '--url', URL, ...TOKEN);
    await run('connect', 'cursor', '--write', '--url', URL, '--name', 'mine');
    const headers = { Authorization: 'Bearer hush', 'X-Team': 'blue' };
    expect(written('user')).toEqual({ 'notes-example-org': { url: URL, headers }, mine: { url: URL } });
  });

  test.each([
    ['http://127.0.0.1:3911/mcp', 'localhost-3911'],
    ['http://localhost:3911/mcp', 'localhost-3911'],
    ['http://[::1]:3911/mcp', 'localhost-3911'],
    ['http://localhost/mcp', 'localhost'],
    ['http://192.168.1.5:3000/mcp', '192-168-1-5-3000'],
    ['http://[2001:db8::1]:3000/mcp', '2001-db8-1-3000'],
    ['https://notes.example.org:8443/mcp', 'notes-example-org-8443'],
  ])('%s is called %s', async (url, name) => {
    const { run, written } = world();
    await run('connect', 'cursor', '--write', '--url', url);
    expect(written('user')).toEqual({ [name]: { url } });
  });

  test('has no token in a configuration that others share, unless the client fills it in', async () => {
    const { run, written } = world();
    const refused = await run('connect', 'cursor', '--project', '--write', '--url', URL, ...TOKEN);
    expect([refused.code, refused.err]).toEqual([2, expect.stringMatching(/shared.*Authorization/)]);
    const header = ['--header', 'Authorization: Bearer ${env:TOKEN}'];
    const shown = await run('connect', 'cursor', '--project', '--url', URL, ...header);
    expect(shown.out).toContain('Bearer ${env:TOKEN}');
    await run(
      'connect',
      'cursor',
      '--project',
      '--write',
      '--url',
      URL,
      ...header,
      '--header',
      'X-Team: blue',
    );
    expect(written('project')!['notes-example-org']!.headers).toEqual({
      Authorization: 'Bearer ${env:TOKEN}',
      'X-Team': 'blue',
    });
  });

  test('of a client that has no configuration of the user, nothing is said about --project', async () => {
    for (const how of [[], ['--project']]) {
      const { code, err } = await world().run('connect', 'librechat', '--url', URL, ...TOKEN, ...how);
      expect(code).toBe(2);
      expect(err).toMatch(
        /write Authorization with a variable that the client fills in, such as \$\{TOKEN\}\n$/,
      );
    }
    const { err } = await world().run('connect', 'cursor', '--project', '--url', URL, ...TOKEN);
    expect(err).toContain('or leave out --project');
  });

  test.each([
    [['--header', 'Authorization: x'], /--header is for a server that runs already/],
    [['--url', URL, '--header', 'Authorization'], /--header takes a name and a value/],
    [['--url', URL, '--header', 'a b: c'], /--header takes a name and a value/],
    [['--url', 'http://'], /--url takes an address/],
  ])('connect cursor %j is refused', async (args, text) => {
    const { code, err } = await world().run('connect', 'cursor', ...args);
    expect([code, err]).toEqual([2, expect.stringMatching(text)]);
  });
});
