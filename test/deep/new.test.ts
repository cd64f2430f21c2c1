import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf } from '../support/pages';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const root = join(__dirname, '..', '..');
const folder = temporaryDirectory('tw-new');
const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: folder };

const run = (command: string, args: string[], cwd = folder) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', env });
  return { status, stdout, stderr };
};
const toolwright = (args: string[], cwd?: string) => run(process.execPath, [COMMAND, ...args], cwd);

// What `npm install` would put there, without the network: this package and the tools it is developed with.
function install(project: string): void {
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(root, join(modules, 'toolwright'), 'dir');
  for (const name of ['typescript', 'jest', 'esbuild', '@jest', '@types'])
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir');
  for (const name of ['tsc', 'jest', 'esbuild'])
    symlinkSync(join(root, 'node_modules', '.bin', name), join(modules, '.bin', name));
}

describe.each(['esm', 'cjs'])('a new app with %s modules', (module) => {
  const project = join(folder, `notes-${module}`);
  const app = ['--app', 'dist/src/app.js'];
  beforeAll(() => {
    expect(toolwright(['new', 'app', `notes-${module}`, '--module', module])).toMatchObject({
      status: 0,
      stderr: '',
      stdout: expect.stringContaining('npm install'),
    });
    install(project);
  });

  test('has everything a project needs, and names itself', () => {
    expect(readdirSync(project)).toEqual(
      expect.arrayContaining([
        ...[
          '.github',
          '.gitignore',
          '.mcp.json',
          'AGENTS.md',
          'README.md',
          'jest.config.cjs',
          'package.json',
        ],
        ...['src', 'test', 'tsconfig.json'],
      ]),
    );
    const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    expect(manifest).toMatchObject({
      name: `notes-${module}`,
      dependencies: { toolwright: expect.any(String) },
    });
    for (const file of ['README.md', 'AGENTS.md', '.mcp.json', 'src/app.ts'])
      expect(readFileSync(join(project, file), 'utf8')).toContain(`notes-${module}`);
  });

  test('takes a tool, a prompt and a resource that fit it; builds and passes its tests', () => {
    for (const [kind, ...more] of [['tool', '--class'], ['prompt'], ['resource']] as const)
      expect(toolwright(['new', kind, `my_${kind}`, ...more], project)).toMatchObject({
        status: 0,
        stderr: '',
      });
    const tested = run('npm', ['test', '--silent'], project);
    expect(`${tested.stdout}${tested.stderr}`).toMatch(/Tests: +8 passed, 8 total/);
    expect(tested.status).toBe(0);
  });

  test('answers from the shell, and a client over stdio', () => {
    const called = toolwright(['call', 'add_note', '--name', 'milk', '--text', 'Buy milk', ...app], project);
    expect(called).toMatchObject({ status: 0, stdout: expect.stringContaining('Noted.') });
    const served = ['tools', '--server', `"${process.execPath}" dist/src/server.js`];
    expect(toolwright(served, project).stdout).toMatch(/^add_note +Add a note\.\nread_result +\S.*\n$/);
  });
});

test.each([
  ['esm', (recipe: string) => recipe, 'notes.mjs'],
  [
    'cjs',
    (recipe: string) => recipe.replace('=esm', '=cjs').replaceAll('notes.mjs', 'notes.cjs'),
    'notes.cjs',
  ],
])(
  'a new app with %s modules, bundled as docs/bundling.md says, offers what it did',
  (module, adapt, file) => {
    const project = join(folder, `bundled-${module}`);
    toolwright(['new', 'app', `bundled-${module}`, '--module', module]);
    install(project);
    const recipe = blocksOf('docs/bundling.md').find(({ text }) => text.startsWith('npx tsc'))!;
    expect(run('bash', ['-euc', adapt(recipe.text)], project)).toMatchObject({ status: 0 });

    const away = temporaryDirectory('tw-new-bundled');
    copyFileSync(join(project, file), join(away, file));
    const bundled = (...args: string[]) =>
      toolwright([...args, '--server', `"${process.execPath}" ${file}`], away);
    expect(bundled('tools').stdout).toMatch(/^add_note +Add a note\.\nread_result +\S.*\n$/);
    expect(bundled('call', 'add_note', '--name', 'milk', '--text', 'Buy milk')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Noted.'),
    });
    expect(bundled('prompt', 'plan_day', '--day', 'Monday').stdout).toContain('Plan my Monday');
  },
  120_000,
);

test('a tool fits the project: no extension for a bundler, the runner that is there', () => {
  const project = join(folder, 'bundled');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{ "devDependencies": { "vitest": "1" } }');
  writeFileSync(
    join(project, 'tsconfig.json'),
    '{\n  // for a bundler\n  "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", },\n}',
  );
  expect(toolwright(['new', 'tool', 'bake_bread', '--class'], project).status).toBe(0);
  expect(readFileSync(join(project, 'src/tools/bake-bread.ts'), 'utf8')).toContain(
    `from '../args/bake-bread';`,
  );
  const test = readFileSync(join(project, 'test/bake-bread.test.ts'), 'utf8');
  expect(test).toContain(`from 'vitest';`);
});

test('tests in CommonJS find the functions of vitest without requiring it', () => {
  expect(toolwright(['new', 'app', 'required', '--module', 'cjs', '--test', 'vitest'], folder).status).toBe(
    0,
  );
  const project = join(folder, 'required');
  expect(toolwright(['new', 'tool', 'bake_bread', '--class'], project).status).toBe(0);
  for (const name of ['add-note', 'bake-bread']) {
    const test = readFileSync(join(project, `test/${name}.test.ts`), 'utf8');
    expect(test).toMatch(/^import /);
    expect(test).not.toMatch(/from '(?:vitest|@jest\/globals)'|^import '/m);
  }
  expect(readFileSync(join(project, 'vitest.config.mjs'), 'utf8')).toContain('globals: true');
  expect(readFileSync(join(project, 'tsconfig.json'), 'utf8')).toContain('vitest/globals');
});

test.each<[string[], RegExp]>([
  [['new', 'app', 'Bad Name'], /'Bad Name' can't be the name of a package/],
  [['new', 'app', 'x', '--module', 'amd'], /--module: 'amd' is not one of esm, cjs/],
  [['new', 'app', 'x', '--test', 'mocha'], /--test: 'mocha' is not one of jest, vitest/],
  [['new', 'app', 'x', '--class'], /--class: only goes with 'new tool'/],
  [['new', 'tool', 'x', '--test', 'jest'], /--test: only goes with 'new app'/],
  [['new', 'prompt', 'x', '--class'], /--class: only goes with 'new tool'/],
  [['new', 'widget', 'x'], /there is no template for 'widget': write app, tool, prompt or resource/],
  [['new', 'prompt', 'My-Prompt'], /'My-Prompt' is not a valid name: use snake_case/],
])('%j is refused', (args, message) => {
  const { status, stdout, stderr } = toolwright(args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(message);
});

test('nothing is overwritten', () => {
  mkdirSync(join(folder, 'mine'));
  writeFileSync(join(folder, 'mine', 'README.md'), 'mine');
  expect(toolwright(['new', 'app', 'mine'])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/already exists: README\.md; nothing was written/),
  });
  expect(readdirSync(join(folder, 'mine'))).toEqual(['README.md']);
});
