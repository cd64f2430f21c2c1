import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig, PACKS, type ConfigProblem, type ConfigRequest } from '../../../src/config';
import { temporaryDirectory } from '../../support/temporary-directory';

let cwd: string;
beforeEach(() => {
  cwd = temporaryDirectory('tw-config');
});

// A file that is there was named: one that is only found needs trust (test/security/workspace-trust.test.ts).
const load = ({ env = {}, ...more }: Partial<ConfigRequest> = {}) => {
  const named = existsSync(join(cwd, 'toolwright.yaml')) && { TOOLWRIGHT_CONFIG: 'toolwright.yaml' };
  return loadConfig({ cwd, env: { ...named, ...env }, ...more });
};
const write = (text: string, name = 'toolwright.yaml') => writeFileSync(join(cwd, name), text);

async function problemsOf(more: Partial<ConfigRequest> = {}): Promise<readonly ConfigProblem[]> {
  try {
    await load(more);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test('a grant with an empty list of roots is refused, since it could be taken for no limit', async () => {
  write('http: { principals: { alice: { roots: [] } } }\n');
  expect(await problemsOf()).toMatchObject([{ path: 'http.principals.alice.roots' }]);
});

describe('without a file', () => {
  test('everything has its default', async () => {
    const { config, sources } = await load();
    expect(config).toMatchObject({
      prefix: 'guide',
      roots: ['.'],
      packs: PACKS,
      descriptions: 'compact',
      expose: 'all',
      consent: 'literal',
      tools: {},
      definitions: { dirs: ['.toolwright/tools', 'tools'], enable: [] },
      sandbox: { mode: 'auto', readable: [], writable: [] },
      limits: {
        commands: 32,
        waiting: 256,
        cpu: 3_600,
        processes: 512,
        files: 4_096,
        fileSize: 10_000,
      },
      operations: { engine: 'memory' },
      content: {},
      log: { level: 'info', json: false },
    });
    expect(sources.file).toBeUndefined();
    expect(sources.where('prefix')).toEqual({ source: 'default' });
  });

  test('two configurations share no list', async () => {
    const [one, two] = [await load(), await load()];
    one.config.roots.push('/elsewhere');
    expect(two.config.roots).toEqual(['.']);
  });
});

describe('the file', () => {
  test("architecture's example is taken as it stands", async () => {
    write(`
prefix: acme
roots: [.]
packs: [utility, files, system, guide, web, code, ai]
descriptions: terse
expose: search
consent: ask
tools:
  execute_command: { allowed_commands: [ls, cat, grep, find], denied_commands: [rm, sudo, chmod], timeout: 30 }
  write_file: { allowed_paths: [/tmp, ./output], denied_paths: [/etc, /usr] }
definitions:
  dirs: [.toolwright/tools, tools]
  enable: [git, npm]
sandbox: required
operations: memory
content: { docroot: ./docs, config_dir: ./conf }
prompts: prompts.yaml
log: { level: WARNING, file: out.log, json: true }
`);
    const { config, sources } = await load();
    expect(config.prefix).toBe('acme');
    expect(config.tools['execute_command']).toMatchObject({
      allowedCommands: ['ls', 'cat', 'grep', 'find'],
      timeout: 30,
    });
    expect(config.tools['write_file']!.deniedPaths).toEqual(['/etc', '/usr']);
    expect(config.sandbox).toEqual({ mode: 'required', readable: [], writable: [] });
    expect(config.operations.engine).toBe('memory');
    expect(config.content).toEqual({ docroot: './docs', configDir: './conf' });
    expect(config.log).toEqual({ level: 'warning', file: 'out.log', json: true });
    expect(sources.file).toBe(join(cwd, 'toolwright.yaml'));
    expect(sources.where('tools.execute_command.denied_commands[1]')).toEqual({
      source: 'file',
      file: 'toolwright.yaml',
      line: 9,
      column: 85,
    });
    expect(sources.where('sandbox.mode')).toMatchObject({ line: 14 });
    expect(sources.where('web.timeout')).toEqual({ source: 'default' });
  });

  test('an engine that does not exist is refused, and the refusal names one that does', async () => {
    write('operations: kafka://localhost:9092\n');
    expect(await problemsOf()).toMatchObject([
      {
        path: 'operations.engine',
        message: expect.stringContaining('memory'),
        cure: 'For example: "redis://localhost:6379".',
      },
    ]);
  });

  test('all problems are told at once, each with line, column and cure', async () => {
    write(`prefx: acme
log:
  level: loud
  jason: true
tools:
  write_file:
    timeout: soon
    denied_path: [/etc]
packs: [files, fles]
page_size: 0
roots: .
`);
    const problems = await problemsOf({ env: { MG_LOG_JSON: 'maybe' }, options: { consent: 'aks' } });
    const told = problems.map(({ origin, path, cure }) => [
      path,
      origin.line ?? origin.name,
      origin.column,
      cure,
    ]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['prefx', 1, 1, "Write 'prefix'."],
        ['log.level', 3, 10, 'For example: "trace".'],
        ['log.jason', 4, 3, "Write 'json'."],
        ['tools.write_file.timeout', 7, 14, 'For example: 1.'],
        ['tools.write_file.denied_path', 8, 5, "Write 'denied_paths'."],
        ['packs[1]', 9, 16, 'Did you mean "files"?'],
        ['page_size', 10, 12, 'For example: 500.'],
        ['roots', 11, 8, 'For example: ["text"].'],
        ['log.json', 'MG_LOG_JSON', undefined, 'For example: false.'],
        ['consent', '--consent', undefined, 'Did you mean "ask"?'],
      ]),
    );
    expect(problems).toHaveLength(10);
  });

  test('a broken YAML is refused with its place', async () => {
    write('prefix: acme\nlog: { level: info\nroots: [.]\n');
    const problems = await problemsOf();
    expect(problems.length).toBeGreaterThan(0);
    expect(problems[0]!.origin).toMatchObject({ file: 'toolwright.yaml', line: expect.any(Number) });
  });

  test('a key written twice, a list at the root and a second document are refused', async () => {
    for (const text of ['prefix: a\nprefix: b\n', '- prefix\n', 'prefix: a\n---\nprefix: b\n']) {
      write(text);
      expect(await problemsOf()).not.toEqual([]);
    }
  });

  test('an empty file and empty sections are no problem; an empty value is', async () => {
    write('# nothing yet\n');
    expect((await load()).config.prefix).toBe('guide');
    write('log:\ntools:\n  read_file:\n');
    expect((await load()).config.log.level).toBe('info');
    write('tools:\n  execute_command:\n    denied_commands:\n');
    expect(await problemsOf()).toMatchObject([{ path: 'tools.execute_command.denied_commands' }]);
  });

  test('names such as __proto__ and constructor are keys like any other', async () => {
    write('tools:\n  __proto__: { timeout: 3 }\n');
    const { config } = await load();
    expect(config.tools['constructor']).toBeUndefined();
    expect(({} as Record<string, unknown>)['timeout']).toBeUndefined();
    write('__proto__: { prefix: x }\n');
    expect(await problemsOf()).toMatchObject([{ path: '__proto__' }]);
  });

  test('anchors and merge keys keep their places', async () => {
    write('x-ignored: 1\n');
    expect(await problemsOf()).toHaveLength(1);
    write(
      'tools:\n  read_file: &all\n    denied_paths: [/etc]\n  write_file:\n    <<: *all\n    timeout: 5\n',
    );
    const { config, sources } = await load();
    expect(config.tools['write_file']).toMatchObject({ deniedPaths: ['/etc'], timeout: 5 });
    expect(sources.where('tools.write_file.denied_paths[0]')).toMatchObject({ line: 3 });
    expect(sources.where('tools.write_file.timeout')).toMatchObject({ line: 6 });
  });

  test('a named file must exist; a directory is no file', async () => {
    expect(await problemsOf({ path: 'missing.yaml' })).toMatchObject([{ message: 'there is no such file' }]);
    expect(await problemsOf({ path: '.' })).toMatchObject([
      { message: expect.stringContaining('cannot be read') },
    ]);
    write('prefix: named\n', 'other.yaml');
    expect((await load({ options: { config: 'other.yaml' } })).config.prefix).toBe('named');
    expect((await load({ env: { TOOLWRIGHT_CONFIG: 'other.yaml' } })).config.prefix).toBe('named');
  });

  test('a bomb of aliases is refused', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, i) => `x${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`,
    );
    write(['x0: &a0 [lol]', ...levels].join('\n'));
    expect(await problemsOf()).not.toEqual([]);
  }, 10_000);
});

describe('precedence', () => {
  test('option over environment over file over default', async () => {
    write('prefix: file\npage_size: 7\ntimeout: 5\n');
    const { config, sources } = await load({
      env: { MCP_TOOL_PREFIX: 'env', TOOLWRIGHT_TIMEOUT: '6' },
      options: { prefix: 'option' },
    });
    expect(config).toMatchObject({ prefix: 'option', timeout: 6, pageSize: 7, consent: 'literal' });
    expect(['prefix', 'timeout', 'page_size', 'consent'].map((path) => sources.where(path).source)).toEqual([
      'option',
      'environment',
      'file',
      'default',
    ]);
    expect(sources.where('prefix').name).toBe('--prefix');
  });

  test('G1 G2 G3 the prefix is guide, what MCP_TOOL_PREFIX says, or none when that is empty', async () => {
    expect((await load()).config.prefix).toBe('guide');
    expect((await load({ env: { MCP_TOOL_PREFIX: 'acme' } })).config.prefix).toBe('acme');
    expect((await load({ env: { MCP_TOOL_PREFIX: '' } })).config.prefix).toBe('');
    expect((await load({ env: { MCP_TOOL_PREFIX: 'a', TOOLWRIGHT_PREFIX: 'b' } })).config.prefix).toBe('b');
    expect((await load({ options: { 'tool-prefix': 'c' } })).config.prefix).toBe('c');
  });

  test('G7 only the exact text true includes the example tools', async () => {
    const included = async (value: string) =>
      (await load({ env: { MCP_INCLUDE_EXAMPLE_TOOLS: value } })).config.exampleTools;
    expect([
      await included('true'),
      await included('false'),
      await included('1'),
      await included('TRUE'),
    ]).toEqual([true, false, false, false]);
  });

  test("the documents' other variables", async () => {
    const env = {
      MG_LOG_LEVEL: 'TRACE',
      MG_LOG_FILE: 'a.log',
      MG_LOG_JSON: 'yes',
      MG_DOCROOT: 'd',
      MG_CONFIGDIR: 'c',
    };
    const { config } = await load({ env });
    expect(config.log).toEqual({ level: 'trace', file: 'a.log', json: true });
    expect(config.content).toEqual({ docroot: 'd', configDir: 'c' });
    expect((await load({ env: { MG_LOG_JSON: '0', MG_LOG_FILE: '' } })).config.log).toEqual({
      level: 'info',
      json: false,
    });
  });

  test('lists and maps as text', async () => {
    const env = {
      TOOLWRIGHT_ROOTS: '/a, /b',
      TOOLWRIGHT_PACKS: '["files"]',
      TOOLWRIGHT_TOOLS: '{"read_file":{"allowed_paths":["/a"]}}',
      TOOLWRIGHT_SANDBOX: 'off',
    };
    const { config } = await load({ env, options: { 'tools-dir': ['x', 'y,z'], pack: ['web,code', 'ai'] } });
    expect(config.roots).toEqual(['/a', '/b']);
    expect(config.packs).toEqual(['web', 'code', 'ai']);
    expect(config.definitions.dirs).toEqual(['x', 'y,z']);
    expect(config.tools['read_file']!.allowedPaths).toEqual(['/a']);
    expect(config.sandbox.mode).toBe('off');
    expect(await problemsOf({ env: { TOOLWRIGHT_TOOLS: '{"read_file":{"timeot":1}}' } })).toMatchObject([
      { path: 'tools.read_file.timeot', cure: "Write 'timeout'." },
    ]);
  });
});
