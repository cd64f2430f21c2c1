import fc from 'fast-check';
import { stringify as tomlOf } from 'smol-toml';
import { stringify as yamlOf } from 'yaml';
import { entryIn, withEntry } from '../../../../src/cli/connect/edit-config-text';

const ENTRY = { command: 'node', args: ['server.js'] };
const servers = { keys: ['mcpServers'], name: 'notes' };

describe('JSON', () => {
  const settings = `{
  // the model that is used
  "model": "large", /* for now */
  "mcpServers": {
    "other": { "command": "uvx" }, // stays
  },
}
`;

  test('keeps comments, trailing commas and other servers', () => {
    expect(withEntry('json', settings, servers, ENTRY)).toMatchSnapshot();
  });

  test('an entry that is replaced and taken away leaves the rest to the letter', () => {
    const first = withEntry('json', settings, servers, ENTRY);
    const second = withEntry('json', first, servers, { command: 'npx', args: [] });
    expect(entryIn('json', second, servers)).toEqual({ command: 'npx', args: [] });
    const gone = withEntry('json', second, servers, undefined);
    expect(entryIn('json', gone, servers)).toBeUndefined();
    expect(gone).toBe(settings);
  });

  test('a file with tabs, carriage returns or a byte order mark keeps them', () => {
    const edited = withEntry('json', '\uFEFF{\r\n\t"a": 1\r\n}\r\n', servers, ENTRY);
    expect(edited.startsWith('\uFEFF{\r\n\t"a": 1,\r\n\t"mcpServers"')).toBe(true);
    expect(edited.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test.each(['', ' \n'])('an empty file becomes a valid one', (text) => {
    expect(JSON.parse(withEntry('json', text, servers, ENTRY))).toEqual({ mcpServers: { notes: ENTRY } });
  });

  test('servers that are no table are refused', () => {
    expect(() => withEntry('json', '{ "mcpServers": [] }', servers, ENTRY)).toThrow(/not a table of servers/);
  });
});

describe('TOML', () => {
  const place = { keys: ['mcp_servers'], name: 'notes' };
  const config = `# mine
model = "large" # for now

[mcp_servers.other]
command = "uvx"

# for the day
[profiles.day]
model = "small"
`;

  test('adds a table at the end and keeps every line', () => {
    expect(withEntry('toml', config, place, ENTRY)).toMatchSnapshot();
  });

  test('replaces a table with those inside it, and takes it away again', () => {
    const old = `${config}\n[mcp_servers.notes]\ncommand = "old"\n[mcp_servers.notes.env]\nKEY = "x"\n\n# last\n[z]\na = 1\n`;
    const edited = withEntry('toml', old, place, ENTRY);
    expect(entryIn('toml', edited, place)).toEqual(ENTRY);
    expect(edited).toContain('# last\n[z]\na = 1\n');
    expect(withEntry('toml', edited, place, undefined)).toContain('# for the day\n[profiles.day]');
  });

  test('an inline table of servers is refused rather than doubled', () => {
    expect(() => withEntry('toml', 'mcp_servers = { other = { command = "x" } }\n', place, ENTRY)).toThrow();
  });
});

describe('YAML', () => {
  test('keeps comments, and finds its entry in a list', () => {
    const place = { keys: ['mcpServers'], name: 'notes', list: true } as const;
    const config = `# mine\nname: Local\nmcpServers:\n  - name: other # stays\n    command: uvx\n`;
    const edited = withEntry('yaml', config, place, { name: 'notes', ...ENTRY });
    expect(edited).toContain('# mine\n');
    expect(edited).toContain('other # stays');
    const again = withEntry('yaml', edited, place, { name: 'notes', command: 'npx' });
    expect(entryIn('yaml', again, place)).toEqual({ name: 'notes', command: 'npx' });
    expect(entryIn('yaml', withEntry('yaml', again, place, undefined), place)).toBeUndefined();
  });
});

const key = fc.stringMatching(/^[a-z][a-z0-9_. -]{0,6}$/);
const leaf = fc.oneof(
  fc.string(),
  fc.integer({ min: -1000, max: 1000 }),
  fc.boolean(),
  fc.array(fc.string(), { maxLength: 3 }),
);
const configs = fc.dictionary(key, fc.oneof(leaf, fc.dictionary(key, leaf, { maxKeys: 3 })), { maxKeys: 4 });
const WRITERS = {
  json: (value: unknown) => JSON.stringify(value, null, 2),
  toml: tomlOf,
  yaml: (value: unknown) => yamlOf(value),
} as const;

test.each(['json', 'toml', 'yaml'] as const)(
  'whatever else a %s file holds, an entry is set and removed, and nothing else changes',
  (format) => {
    fc.assert(
      fc.property(configs, configs, key, (config, others, name) => {
        const place = { keys: ['servers'], name };
        // What stands there as a value and not as a table can't be replaced, and is refused.
        const old = others[name];
        fc.pre(format !== 'toml' || old === undefined || (typeof old === 'object' && !Array.isArray(old)));
        const text = WRITERS[format]({ ...config, servers: others });
        const edited = withEntry(format, text, place, ENTRY);
        expect(entryIn(format, edited, place)).toEqual(ENTRY);
        const gone = withEntry(format, edited, place, undefined);
        expect(entryIn(format, gone, place)).toBeUndefined();
        if (format === 'json' && !(name in others)) expect(gone).toBe(text);
      }),
      { numRuns: 300 },
    );
  },
);
