import { ConfigError, loadConfig, parseOptions, unknownToolSettings } from '../../../src/config';
import { shippedModel } from '../../../src/config/config-model';
import { optionTable } from '../../../src/config/config-options';

const problemsOf = (args: string[]): string[] => {
  try {
    parseOptions(args);
  } catch (error) {
    return (error as ConfigError).problems.map(
      ({ origin, message, cure }) => `${origin.name} ${message}. ${cure}`,
    );
  }
  return [];
};

test('every setting is an option and a variable, and no name is given twice', () => {
  const options = shippedModel.settings.flatMap(({ option, names }) => [option, ...(names.aliases ?? [])]);
  const variables = shippedModel.settings.flatMap((setting) => setting.variables);
  const letters = shippedModel.settings.flatMap(({ names }) => names.short ?? []);
  for (const names of [options, variables, letters]) expect(new Set(names).size).toBe(names.length);
  expect(options).toEqual(
    expect.arrayContaining(['prefix', 'tool-prefix', 'root', 'pack', 'tools-dir', 'docroot']),
  );
  expect(options).toEqual(
    expect.arrayContaining(['config-dir', 'log-level', 'log-file', 'log-json', 'watch', 'sandbox']),
  );
  expect(Object.keys(optionTable())).toEqual(expect.arrayContaining(options));
});

test('how an option is written agrees with what its setting holds', () => {
  const kinds = { boolean: 'switch', array: 'list' } as Record<string, string>;
  for (const { path, kind, schema } of shippedModel.settings)
    expect([path, kind]).toEqual([path, kinds[schema.type!] ?? 'value']);
});

test('a command line becomes a configuration', async () => {
  const line =
    '--prefix= --root a --root b,c --pack files,system --log-json --no-watch -d docs --log-level DEBUG';
  const { options, positionals } = parseOptions([...line.split(' '), 'rest', '--', '--not-one']);
  expect(positionals).toEqual(['rest', '--not-one']);
  const { config } = await loadConfig({ cwd: __dirname, env: { TOOLWRIGHT_WATCH: 'yes' }, options });
  expect(config).toMatchObject({
    prefix: '',
    roots: ['a', 'b,c'],
    packs: ['files', 'system'],
    log: { level: 'debug', json: true },
    definitions: { watch: false },
    content: { docroot: 'docs' },
  });
});

test('all mistakes are told at once, with the nearest right name', () => {
  expect(problemsOf(['--rot', 'x', '--log-json=maybe', '--prefix', '--root'])).toEqual([
    expect.stringMatching(/^--rot unknown option\. Did you mean --root/),
    '--log-json takes no value. Write --log-json or --no-log-json.',
    '--prefix needs a value. Write --prefix VALUE.',
  ]);
  expect(problemsOf(['--root'])).toHaveLength(1);
  expect(problemsOf(['--constructor'])).toHaveLength(1);
  expect(problemsOf(['--root=-odd'])).toEqual([]);
});

test("a command's own options are read beside the settings", () => {
  const { options } = parseOptions(['--json', '--prefix', 'x'], { json: { type: 'boolean' } });
  expect({ ...options }).toEqual({ json: true, prefix: 'x' });
});

test('a rule for a tool that is not there is reported with the nearest name', async () => {
  const options = { tools: '{"exec_command":{"timeout":1},"read_file":{}}' };
  const { config, sources } = await loadConfig({ cwd: __dirname, env: {}, options });
  expect(unknownToolSettings(config, sources, () => ['execute_command', 'read_file'])).toEqual([
    {
      origin: { source: 'option', name: '--tools' },
      path: 'tools.exec_command',
      message: 'names an unknown tool',
      cure: "Write 'execute_command'.",
    },
  ]);
});

test('so is a grant of one, with its place', async () => {
  const options = {
    'http-tool': ['read_file', 'raed_file'],
    'http-principals': '{"ci":{"tools":["read_flie"]},"a.b":{}}',
    'http-scopes': '{"mcp:read":{"tools":["nothing_alike"]}}',
  };
  const { config, sources } = await loadConfig({ cwd: __dirname, env: {}, options });
  const known = () => ['execute_command', 'read_file'];
  expect(unknownToolSettings(config, sources, known)).toMatchObject([
    { origin: { name: '--http-tool' }, path: 'http.tools[1]', message: 'names an unknown tool, raed_file' },
    {
      origin: { name: '--http-principals' },
      path: 'http.principals.ci.tools[0]',
      cure: "Write 'read_file'.",
    },
    { path: 'http.scopes.mcp:read.tools[0]', message: 'names an unknown tool, nothing_alike' },
  ]);
});
