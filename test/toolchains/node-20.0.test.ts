import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { consumerDirectory, firstTool, link, project } from '../support/consumer';
import { needs } from '../support/needs';
import { askNotes, NOTES_ANSWERS } from '../support/notes-client';
import { toolchain } from '../support/toolchains';

const root = join(__dirname, '..', '..');
const TIME = 180_000;
const TSC = join(root, 'node_modules/typescript/bin/tsc');
const { describe: withToolchains } = needs('toolchains');

// The oldest Node that the package asks for; what compiles runs on the present one.
withToolchains('on Node 20.0', () => {
  const node = ['bin/node', 'bin/node.exe'].map((file) => toolchain('node-20.0', file)).find(existsSync)!;
  let consumer: string;
  beforeAll(() => {
    consumer = consumerDirectory();
    for (const name of ['typescript', 'ts-json-schema-generator'])
      link(consumer, name, join(root, 'node_modules', name));
  }, TIME);

  const compiled = (name: string, files: Record<string, string>): string => {
    const folder = project(consumer, name, files);
    const { status, stdout } = spawnSync(process.execPath, [TSC, '-p', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    return folder;
  };
  const command = (cwd: string, ...args: string[]) =>
    spawnSync(node, [join(consumer, 'node_modules/toolwright/dist/bin/toolwright.js'), ...args], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: cwd },
    });

  test('is what runs here', () =>
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toBe('v20.0.0\n'));

  test.each(['commonjs', 'module'] as const)(
    'the README’s first tool serves, as %s',
    async (type) => {
      const folder = compiled(`first ${type}`, firstTool(type));
      expect(await askNotes(node, ['server.js'], folder)).toEqual(NOTES_ANSWERS);
      const { stdout } = command(folder, 'call', 'add_note', '{"name": "milk"}', '--app', 'server.js');
      expect(stdout).toContain('milk');
    },
    TIME,
  );

  test(
    'the built-in tools are listed and called',
    () => {
      const folder = project(consumer, 'builtin', { 'note.txt': 'milk' });
      expect(command(folder, 'tools').stdout).toContain('read_file');
      expect(command(folder, 'call', 'read_file', '{"path": "note.txt"}').stdout).toContain('milk');
    },
    TIME,
  );

  test(
    'generate loads an ES module with top-level await, and the manifest is what the class says',
    () => {
      const source = readFileSync(join(root, 'test/fixtures/generate/top-level-await.mts'), 'utf8');
      const { 'server.ts': _, ...files } = firstTool('module');
      const folder = compiled('generate', { ...files, 'tool.ts': source });
      const found = command(
        folder,
        'generate',
        '--modules',
        'tool.js',
        '--sources',
        'tool.ts',
        '--out',
        'manifest.json',
      );
      expect(found).toMatchObject({ status: 0, stdout: 'manifest.json: 1 tool\n', stderr: '' });
      const { tools } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
        tools: { inputSchema: object }[];
      };
      expect(tools.map(({ inputSchema }) => inputSchema)).toMatchObject([
        { properties: { words: { items: { type: 'string', maxLength: 3 } } }, required: ['words'] },
      ]);
    },
    TIME,
  );
});
