import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse as parseYaml } from 'yaml';
import { parse as parseJson, type ParseError } from 'jsonc-parser';
import { configFilePath } from '../../../../src/cli/connect/client-config-path';
import type { ClientProfile, ConnectedServer } from '../../../../src/cli/connect/client-profile';
import { CLIENTS } from '../../../../src/cli/connect/client-profiles';
import { UneditableConfig, withEntry } from '../../../../src/cli/connect/edit-config-text';
import { commandLine } from '../../../support/command-line';
import { temporaryDirectory } from '../../../support/temporary-directory';

const ODD = { 'X-Odd "name"': 'a # b: {c} \\ "d" ${E}', 'X.Team': '[blue]' };
const SERVERS: Readonly<Record<string, ConnectedServer>> = {
  'a program': { command: 'node', args: ['server.js', '--pack', 'files'] },
  'a program with a variable': { command: 'node', args: [], env: { API_KEY: 'abcdefgh' } },
  'a program with several variables': { command: 'node', args: ['a b'], env: { A: '1', B: 'true', ...ODD } },
  'an address': { url: 'https://notes.example.org/mcp' },
  'an address with a header': {
    url: 'https://notes.example.org/mcp',
    headers: { Authorization: 'Bearer T' },
  },
  'an address with several headers': {
    url: 'https://notes.example.org/mcp?a=1#b',
    headers: { Authorization: 'Bearer T', ...ODD },
  },
};

type Config = Record<string, unknown>;

/** The judges, which are not the code that edits. */
const JUDGES: Readonly<Record<ClientProfile['format'], (text: string) => Config>> = {
  json(text) {
    const errors: ParseError[] = [];
    const value = parseJson(text, errors, { allowTrailingComma: true }) as Config;
    expect(errors).toEqual([]);
    return value;
  },
  toml: (text) => JSON.parse(JSON.stringify(parseToml(text))) as Config,
  yaml: (text) => parseYaml(text) as Config,
};

const placeOf = ({ keys, list }: ClientProfile, name = 'notes') => ({ keys, name, ...(list && { list }) });

function serversOf({ keys }: ClientProfile, config: Config): unknown {
  return keys.reduce<unknown>((value, key) => (value as Config | undefined)?.[key], config);
}

function entryOf(client: ClientProfile, config: Config, name = 'notes'): unknown {
  const servers = serversOf(client, config);
  return client.list
    ? (servers as Config[]).find((one) => one['name'] === name)
    : (servers as Config | undefined)?.[name];
}

/** A file with other entries, laid out by hand, in the format of a client. */
function fileOf({ format, keys, list }: ClientProfile): string {
  const key = keys.join('.');
  if (format === 'json')
    return `// mine\n{\n    "theme":   "dark", // at night\n    ${JSON.stringify(key)}: {\n        "other": { "command": "uvx", "env": {"A":"1"} }, /* stays */\n    },\n    "last": [1,2],\n}\n`;
  if (format === 'toml')
    return `# mine\nmodel   = "large" # for now\nlist = [\n  "a",\n]\n\n[${key}.other]\ncommand = 'uvx'\n[${key}.other.env]\nA = "1"\n\n\n# for the day\n[profiles.day]\nmodel = "small"\n`;
  const other = list
    ? `- name: other # stays\n  command: uvx\n`
    : `    other: # stays\n        command:   'uvx'\n`;
  return `# mine\nmodel:   "large"   # for now\n\n\nlist: [a,b]\n${key}:\n${other}\n# last\nlast:\n- 1\n-   2\n`;
}

const cases = CLIENTS.flatMap((client) =>
  Object.keys(SERVERS).flatMap((kind) => {
    const entry = client.entry(SERVERS[kind]!, 'notes');
    return entry ? [{ id: client.id, kind, client, entry }] : [];
  }),
);

test('only Claude Desktop takes no address', () => {
  const without = CLIENTS.filter(({ entry }) => !entry(SERVERS['an address']!, 'notes'));
  expect(without.map(({ id }) => id)).toEqual(['claude-desktop']);
});

describe.each(cases)('$id, $kind', ({ client, entry }) => {
  const { format } = client;
  const judge = JUDGES[format];

  test('in an empty file', () => {
    for (const text of ['', '\n', '  \n\n']) {
      const edited = withEntry(format, text, placeOf(client), entry);
      expect(entryOf(client, judge(edited))).toEqual(entry);
      expect(Object.keys(judge(edited))).toHaveLength(1);
      expect(withEntry(format, edited, placeOf(client), entry)).toBe(edited);
    }
  });

  test('beside other entries, of which every line stays', () => {
    const before = fileOf(client);
    const edited = withEntry(format, before, placeOf(client), entry);
    const config = judge(edited);
    expect(entryOf(client, config)).toEqual(entry);
    expect(entryOf(client, config, 'other')).toEqual(entryOf(client, judge(before), 'other'));
    const kept = edited.split('\n');
    expect(before.split('\n').filter((line) => !kept.includes(line))).toEqual([]);
    const gone = withEntry(format, edited, placeOf(client), undefined);
    expect(judge(gone)).toEqual(judge(before));
    if (format !== 'toml') expect(gone).toBe(before);
  });

  test('in place of an older entry, whatever that is', () => {
    const before = fileOf(client);
    for (const older of Object.values(SERVERS)) {
      const third = client.entry(older, 'third');
      if (!third) continue;
      const there = withEntry(format, before, placeOf(client), client.entry(older, 'notes'));
      const more = withEntry(format, there, placeOf(client, 'third'), third);
      const edited = withEntry(format, more, placeOf(client), entry);
      expect(entryOf(client, judge(edited))).toEqual(entry);
      expect(entryOf(client, judge(edited), 'third')).toEqual(third);
      const kept = edited.split('\n');
      expect(before.split('\n').filter((line) => !kept.includes(line))).toEqual([]);
      const first = withEntry(format, edited, placeOf(client), undefined);
      expect(judge(withEntry(format, first, placeOf(client, 'third'), undefined))).toEqual(judge(before));
    }
  });
});

test.each(CLIENTS)('$id takes any name', (client) => {
  for (const name of [
    'my notes',
    'notes.v2',
    'a"b',
    "it's",
    'constructor',
    'toString',
    'true',
    '1',
    'ä',
    'a]b',
  ]) {
    const entry = client.entry(SERVERS['a program with a variable']!, name)!;
    for (const text of ['', fileOf(client)]) {
      const edited = withEntry(client.format, text, placeOf(client, name), entry);
      expect(entryOf(client, JUDGES[client.format](edited), name)).toEqual(entry);
      const again = withEntry(client.format, edited, placeOf(client, name), entry);
      expect(again).toBe(edited);
    }
  }
});

const yaml = CLIENTS.filter(({ format }) => format === 'yaml');

test.each(yaml)('$id: a list of servers that is empty in any notation is filled', (client) => {
  const entry = client.entry(SERVERS['an address with a header']!, 'notes')!;
  const [key] = client.keys;
  for (const empty of ['', ' # none yet', ' null', ' ~', client.list ? ' []' : ' {}']) {
    const before = `a:  1 # one\n${key}:${empty}\nz: [1,2]\n`;
    const edited = withEntry('yaml', before, placeOf(client), entry);
    expect(entryOf(client, JUDGES.yaml(edited))).toEqual(entry);
    expect(edited).toMatch(/^a: {2}1 # one\n/);
    expect(edited).toMatch(/\nz: \[1,2\]\n$/);
  }
});

test.each(CLIENTS)('$id: lines that end as on Windows go on so', (client) => {
  const entry = client.entry(SERVERS['a program with a variable']!, 'notes')!;
  const before = fileOf(client).replaceAll('\n', '\r\n');
  const edited = withEntry(client.format, before, placeOf(client), entry);
  expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
  expect(entryOf(client, JUDGES[client.format](edited))).toEqual(entry);
});

test('null where JSON has servers counts as none', () => {
  const client = CLIENTS.find(({ id }) => id === 'cursor')!;
  const edited = withEntry('json', '{ "mcpServers": null }', placeOf(client), { url: 'x' });
  expect(JSON.parse(edited)).toEqual({ mcpServers: { notes: { url: 'x' } } });
});

const UNEDITABLE = [
  ['codex', 'mcp_servers = { other = { command = "x" } }\n'],
  ['codex', '[mcp_servers]\nnotes = { command = "x" }\n'],
  ['codex', 'mcp_servers.notes.command = "x"\n'],
  ['codex', 'mcp_servers = 1\n'],
  ['cursor', '[]'],
  ['cursor', '"text"'],
  ['cursor', '{ "mcpServers": 1 }'],
  ['goose', 'a: &a { b: { c: 1 } }\nextensions: *a\n'],
  ['goose', '- 1\n'],
  ['goose', 'text\n'],
  ['continue', 'mcpServers: { a: 1 }\n'],
] as const;

test.each(UNEDITABLE)('%s: %j is refused, not broken', (id, text) => {
  const client = CLIENTS.find((one) => one.id === id)!;
  const entry = client.entry(SERVERS['an address with a header']!, 'notes');
  expect(() => withEntry(client.format, text, placeOf(client), entry)).toThrow(UneditableConfig);
});

describe('the command', () => {
  const URL = ['--url', 'https://notes.example.org/mcp', '--name', 'notes'];
  const HEADERS = ['--header', 'Authorization: Bearer ${T}', '--header', 'X-Team: blue'];

  function world(client: ClientProfile) {
    const [home, cwd] = [temporaryDirectory('tw-home'), temporaryDirectory('tw-connect')];
    const env = { HOME: home };
    const places = client.user ?? client.project!;
    const file = configFilePath(places, { platform: process.platform, env, cwd });
    return {
      file,
      put(text: string) {
        mkdirSync(dirname(file!), { recursive: true });
        writeFileSync(file!, text);
      },
      async run(...args: string[]) {
        return commandLine(['connect', client.id, ...args], { cwd, env });
      },
    };
  }

  test.each(CLIENTS)('shows, writes and takes back $id with headers', async (client) => {
    const { file, run } = world(client);
    if (file === undefined || client.id === 'claude-desktop') return;
    const shown = await run(...URL, ...HEADERS);
    expect(shown).toMatchObject({ code: 0, err: '' });
    const text = shown.out.split('\n\n').slice(1, -1).join('\n\n');
    expect(JSON.stringify(entryOf(client, JUDGES[client.format](text)))).toContain('Bearer ${T}');
    expect(await run('--write', ...URL, ...HEADERS)).toMatchObject({ code: 0, err: '' });
    const written = entryOf(client, JUDGES[client.format](readFileSync(file, 'utf8')));
    expect(written).toEqual(
      client.entry({ url: URL[1]!, headers: { Authorization: 'Bearer ${T}', 'X-Team': 'blue' } }, 'notes'),
    );
    expect(await run('--undo', ...URL)).toMatchObject({ code: 0, err: '' });
    expect(existsSync(file)).toBe(false);
  });

  test.each(CLIENTS.filter(({ user }) => user))('writes a secret of $id as a variable', async (client) => {
    const { file, run } = world(client);
    if (file === undefined) return;
    const secret = ['--operations', 'redis://:hush@host/1', '--name', 'notes'];
    expect(await run(...secret)).toMatchObject({ code: 0, out: expect.stringContaining('•••') as string });
    expect(await run('--write', ...secret)).toMatchObject({ code: 0 });
    const written = entryOf(client, JUDGES[client.format](readFileSync(file, 'utf8')));
    expect(JSON.stringify(written)).toContain('{"TOOLWRIGHT_OPERATIONS":"redis://:hush@host/1"}');
  });

  test.each([...UNEDITABLE, ['codex', 'a = = 1\n'], ['goose', 'a: [\n'], ['cursor', '{ a }']] as const)(
    'says in one line what to do about a file of %s with %j',
    async (id, text) => {
      const { file, put, run } = world(CLIENTS.find((one) => one.id === id)!);
      put(text);
      const { code, out, err } = await run('--write', ...URL, ...HEADERS);
      expect({ code, out, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, out: '', lines: 1 });
      expect(err).toContain(`${file} was left as it is: `);
      expect(err).toMatch(/by hand|correct it first/);
      expect(readFileSync(file!, 'utf8')).toBe(text);
      expect((await run(...URL, ...HEADERS)).code).toBe(0);
    },
  );

  test('says in one line that a file can’t be written', async () => {
    const { file, run } = world(CLIENTS.find(({ id }) => id === 'codex')!);
    writeFileSync(dirname(file!), 'a file where the directory should be');
    const { code, err } = await run('--write', ...URL);
    expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 2, lines: 1 });
    expect(err).toContain(`${file} was left as it is: `);
    expect(existsSync(join(dirname(file!), 'config.toml'))).toBe(false);
  });
});
