import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { leavesOf } from '../../src/mtdf/leaves';
import { signatureOf } from '../../src/embed';
import { validateDefinition } from '../../src/mtdf';
import { textOf } from '../support/connect';
import { PROGRAMS, workshop } from '../support/definitions';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

const SHIPPED = join(__dirname, '../../definitions');
const text = (name: string) => readFileSync(join(SHIPPED, `${name}.json`), 'utf8');
const files = (...names: string[]) => Object.fromEntries(names.map((name) => [`${name}.json`, text(name)]));

let shop: Awaited<ReturnType<typeof workshop>> | undefined;
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});
const open = async (names: string[], env: Record<string, string> = {}) =>
  (shop = await workshop({ files: files(...names), inlineWaitMs: 60_000, env }));

test.each(readdirSync(SHIPPED))('%s is valid even strictly, and every leaf of it is described', (file) => {
  const { definition, problems } = validateDefinition(readFileSync(join(SHIPPED, file), 'utf8'), file, {
    strict: true,
  });
  expect(problems).toEqual([]);
  expect(`${definition!.name}.json`).toBe(file);
  for (const leaf of leavesOf(definition!)) {
    expect(leaf.description).toMatch(/\.$/);
    for (const option of [...leaf.options, ...leaf.positionals]) expect(option.description).toBeTruthy();
  }
});

test.each(readdirSync(SHIPPED))('%s: no signature leaves anything unknown', async (file) => {
  const { registry } = await open([file.replace('.json', '')]);
  const leaves = registry.list().filter(({ tags }) => tags.includes('definition'));
  expect(leaves.length).toBeGreaterThan(0);
  for (const leaf of leaves) expect(signatureOf(leaf.name, leaf.describe())).not.toContain('unknown');
});

needs('git').test('git works on a real repository, with a message of several lines', async () => {
  const { call, root } = await open(['git'], {
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  });
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: root });
  writeFileSync(join(root, 'a file.txt'), 'one\n');
  expect(textOf(await call('git_status', { short: true }))).toContain('?? "a file.txt"');
  expect((await call('git_add', { pathspec: ['a file.txt'] })).isError).toBeUndefined();
  const message = 'feat: begin\n\nWith "quotes" and $HOME and `ticks`.';
  expect((await call('git_commit', { message })).isError).toBeUndefined();
  expect(textOf(await call('git_show', { stat: true }))).toContain('With "quotes" and $HOME and `ticks`.');
  expect(textOf(await call('git_log', { oneline: true, 'max-count': 1 }))).toMatch(/^[0-9a-f]+ feat: begin/);
  expect((await call('git_switch', { create: true, branch: 'topic' })).isError).toBeUndefined();
  expect(textOf(await call('git_branch', { 'show-current': true }))).toBe('topic\n');
  writeFileSync(join(root, 'a file.txt'), 'two\n');
  expect(textOf(await call('git_diff', { 'name-only': true }))).toBe('a file.txt\n');
  expect((await call('git_stash_push', { message: 'later' })).isError).toBeUndefined();
  expect(textOf(await call('git_stash_list'))).toContain('later');
  expect(textOf(await call('git_blame', { file: 'a file.txt' }))).toContain('one');
  expect((await call('git_restore', { pathspec: ['/etc/passwd'] })).isError).toBe(true);
});

test('the file utilities do what they say, and stay inside', async () => {
  const { call, root } = await open(['files']);
  mkdirSync(join(root, 'd'));
  writeFileSync(join(root, 'd/x.txt'), 'apple\nbanana\n');
  expect(textOf(await call('files_ls', { paths: ['d'] }))).toBe('x.txt\n');
  expect(textOf(await call('files_cat', { files: ['d/x.txt'], number: true }))).toMatch(/1\s+apple/);
  expect(textOf(await call('files_head', { files: ['d/x.txt'], lines: 1 }))).toBe('apple\n');
  expect(
    textOf(await call('files_grep', { pattern: 'an', files: ['d'], recursive: true, 'line-number': true })),
  ).toBe('d/x.txt:2:banana\n');
  expect(textOf(await call('files_find', { directory: 'd', '-name': '*.txt', '-mmin': -60 }))).toBe(
    'd/x.txt\n',
  );
  expect(
    (await call('files_cp', { source_files: ['d/x.txt'], destination_path: 'd/y.txt' })).isError,
  ).toBeUndefined();
  expect(
    textOf(await call('files_diff', { first_file: 'd/x.txt', second_file: 'd/y.txt', brief: true })),
  ).toBe('Completed without output.');
  expect(
    (await call('files_mkdir', { directories: ['d/e/f', '-odd'], parents: true })).isError,
  ).toBeUndefined();
  expect(
    (await call('files_mv', { source_files: ['d/y.txt'], destination_path: 'd/e' })).isError,
  ).toBeUndefined();
  expect(textOf(await call('files_wc', { files: ['d/e/y.txt'], lines: true }))).toBe('2 d/e/y.txt\n');
  expect((await call('files_rm', { files: ['d/e', '-odd'], recursive: true })).isError).toBeUndefined();
  expect(readdirSync(join(root, 'd'))).toEqual(['x.txt']);
  expect((await call('files_rm', { files: ['../x'] })).isError).toBe(true);
  expect(textOf(await call('files_pwd'))).toBe(`${root}\n`);
});

test('python runs files, code and modules', async () => {
  const { call, root } = await open(['python', 'python_code', 'python_module']);
  writeFileSync(join(root, 'p.py'), 'import sys\nprint(sys.argv[1:])\n');
  expect(textOf(await call('python', { file: 'p.py', arguments: ['--flag', 'a b'] }))).toBe(
    "['--flag', 'a b']\n",
  );
  expect(textOf(await call('python_code', { code: 'x = "a\'b"\nprint(x * 2)' }))).toBe("a'ba'b\n");
  writeFileSync(
    join(root, 'test_it.py'),
    'import unittest\nclass T(unittest.TestCase):\n  def test_a(self): self.assertEqual(1, 1)\n',
  );
  expect(textOf(await call('python_module_unittest', { verbose: true, tests: ['test_it'] }))).toContain(
    'Ran 1 test',
  );
});

test('npm runs scripts, and the quality check runs them in order up to the first failure', async () => {
  const { call, root } = await open(['npm', 'quality_check']);
  const scripts = {
    'format:check': 'echo formatted',
    lint: 'echo linted',
    build: 'echo no build >&2; exit 1',
    test: 'echo tested',
  };
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name: 'x', version: '1.0.0', scripts }));
  expect(textOf(await call('npm_run', { script: 'lint', silent: true }))).toContain('linted');
  const result = await call('quality_check');
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(
    /formatted[\s\S]*linted[\s\S]*skipped: tsconfig\.json is missing[\s\S]*no build[\s\S]*Sequence failed at step 4/,
  );
  expect(textOf(result)).not.toContain('tested');
});

needs('cargo').test('cargo starts a package and checks it', async () => {
  const { call, root } = await open(['cargo']);
  expect((await call('cargo_new', { path: 'demo', lib: true })).isError).toBeUndefined();
  const checked = await call('cargo_check', { working_directory: 'demo' });
  expect([checked.isError, textOf(checked)]).toEqual([undefined, expect.stringContaining('Finished')]);
  expect(
    (await call('cargo_fmt', { check: true, working_directory: join(root, 'demo') })).isError,
  ).toBeUndefined();
});

describe('programs that may not be here', () => {
  // The stub answers every probe and prints the words it was started with.
  const stubs = temporaryDirectory('stubs');
  beforeAll(() => {
    for (const name of ['gh', 'docker']) {
      copyFileSync(join(PROGRAMS, 'print-argv'), join(stubs, name));
      chmodSync(join(stubs, name), 0o755);
    }
  });

  test('gh and docker receive the words their own help asks for', async () => {
    const { call } = await open(['gh', 'docker'], { PATH: `${stubs}:${process.env['PATH']}` });
    const words = async (name: string, args: object) =>
      JSON.parse(textOf(await call(name, args as Record<string, unknown>))) as string[];
    expect(await words('gh_pr_list', { repo: 'o/r', limit: 3 })).toEqual([
      'pr',
      'list',
      '--repo',
      'o/r',
      '--limit',
      '3',
    ]);
    expect(await words('gh_pr_create', { title: '-t', body: 'a\nb' })).toEqual([
      'pr',
      'create',
      '--title=-t',
      '--body-file',
      expect.any(String),
    ]);
    expect(await words('gh_repo_view', { repository: 'o/r' })).toEqual(['repo', 'view', 'o/r']);
    expect(await words('docker_run', { rm: true, image: 'alpine', command: ['ls', '-la'] })).toEqual([
      'run',
      '--rm',
      '--',
      'alpine',
      'ls',
      '-la',
    ]);
    expect(await words('docker_compose_up', { detach: true })).toEqual(['compose', 'up', '-d']);
  });

  test('where they are missing, they are off and say how to install them', async () => {
    const { call, names } = await open(['gh'], { PATH: PROGRAMS });
    expect(await names()).toEqual(['status', 'await', 'cancel']);
    await expect(call('gh_pr_list')).rejects.toThrow(
      /gh is not installed\. Install it from cli\.github\.com/,
    );
  });
});

test('only what says that it changes nothing, or nothing for good, may run where destructive tools may not', async () => {
  const { call } = (shop = await workshop({
    files: files('files', 'git'),
    inlineWaitMs: 60_000,
    consent: 'deny',
  }));
  expect((await call('files_ls')).isError).toBeUndefined();
  expect((await call('files_mkdir', { directories: ['made'] })).isError).toBeUndefined();
  expect(textOf(await call('files_rm', { files: ['made'], recursive: true }))).toContain('consent_refused');
  expect(textOf(await call('git_push'))).toContain('consent_refused');
});
