import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from '../../src/process/run-script';
import { BuiltinServer } from '../support/builtin-server';
import { CANARY, entries, Playground } from '../support/policy-playground';
import { picture } from '../support/tool-examples';

// A directory may be allowed and still contain links that lead out: programs that open files in it by names of their own
// choice (`cp a.txt d` writes d/a.txt) would follow them.
const play = new Playground();
for (const name of ['d', 'clean/deep', 'other', 'steers', 'made'])
  mkdirSync(join(play.root, name), { recursive: true });
writeFileSync(join(play.root, 'other/file'), 'other\n');
const link = (target: string, name: string) => symlinkSync(target, join(play.root, name));
link(play.canary, 'd/a.txt');
link(play.canary, 'd/file');
link('../toolwright.yaml', 'steers/a.txt');
link(join(play.outside, 'new'), 'made/xaa');
link('../a.txt', 'clean/deep/inner');
for (const name of ['made/in.txt', 'clean/in.txt']) writeFileSync(join(play.root, name), 'in\n');

const anything = { allowedCommands: [], deniedCommands: entries('rm') };
const { commands } = play.policies(
  { execute_command: anything },
  { protectedPaths: entries('toolwright.yaml') },
);
const judge = (line: string, cwd = play.root) => commands.judgeLine('execute_command', line, { cwd });
const installed = (line: string) => existsSync(join('/usr/bin', line.split(' ', 1)[0]!));

describe('programs that open what is in a directory', () => {
  const lines = [
    'cp a.txt d',
    'cp -f a.txt d/',
    'cp -t d a.txt',
    'cp -td a.txt',
    'cp --target-directory=d a.txt',
    'cp --parents sub/b.txt d',
    'cp -rT other d',
    'cp -r other/. d',
    'cp -a other/. ./d',
    'cp a.txt steers',
    'env cp a.txt d',
    "sh -c 'cp a.txt d'",
    'find sub -type f -exec cp -t d {} +',
    'scp other/file d',
    'gzip -rc d',
    'gzip --recursive --stdout d',
    'gzip -cr .',
    'zcat -rf d',
    'uncompress -rcf d',
    'zstd -rcf d',
    'zstdcat -rf d',
    'lz4 -rc d',
    'lz4cat -rf d',
    'sdiff a.txt d',
    'zdiff a.txt d',
    'colordiff a.txt d',
    'busybox cp a.txt d',
    'busybox grep -r CANARY d',
    'busybox grep -r CANARY',
    'busybox grep -r CANARY .',
    'nice busybox grep -r CANARY d',
  ].filter(installed);

  test.each(lines)('%s is refused where a link leads out', (line) => {
    expect(judge(line)).toMatchObject({ allowed: false });
  });

  test.each([
    'cp a.txt clean',
    'cp -r clean other',
    'cp -r d other',
    'cp a.txt d/new',
    'grep -r CANARY d',
    'ls -R d',
    'tar cf x.tar d',
    'mv a.txt d',
    'sdiff a.txt clean',
    'gzip -rc clean',
  ])('%s is allowed', (line) => expect(judge(line)).toMatchObject({ allowed: true }));

  test('a directory with too much in it is refused, and its files are not', () => {
    const many = join(play.root, 'clean/many');
    mkdirSync(many);
    for (let i = 0; i < 5_001; i++) writeFileSync(join(many, `${i}`), '');
    expect(judge('cp a.txt clean/many')).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('too much'),
    });
    expect(judge('cp a.txt clean/many/1')).toMatchObject({ allowed: true });
    expect(judge('git status clean/many')).toMatchObject({ allowed: true });
  });
});

describe('names that a program makes up', () => {
  const made = play.policies({ execute_command: anything }, { protectedPaths: [] }).commands;
  test.each(['split in.txt', 'csplit in.txt 1', 'curl -O http://127.0.0.1:1/xaa'])(
    '%s is refused where one of them may be a link out',
    (line) => {
      const scope = { cwd: join(play.root, 'made') };
      expect(made.judgeLine('execute_command', line, scope)).toMatchObject({
        allowed: false,
        reason: expect.stringContaining('xaa leads there'),
      });
      const clean = { cwd: join(play.root, 'clean') };
      expect(made.judgeLine('execute_command', line, clean)).toMatchObject({ allowed: true });
    },
  );
});

test('wget does not write into directories of its own choice', () => {
  const wget = play.policies({ execute_command: anything }, { protectedPaths: [] }).commands;
  const decisions = [
    'wget http://127.0.0.1:1/',
    'wget -r http://127.0.0.1:1/',
    'wget --mirr http://127.0.0.1:1/',
  ].map((line) => wget.judgeLine('execute_command', line, { cwd: join(play.root, 'clean') }).allowed);
  expect(decisions).toEqual([true, false, false]);
});

describe('options that run something or write elsewhere', () => {
  test.each(
    [
      'scp -D ./script.sh a.txt x:b',
      'scp -qD./script.sh a.txt x:b',
      'rsync --daemon --config=a.txt',
      'rsync -b --backup-dir=new a.txt sub',
      'rsync --partial-dir=new a.txt sub',
      'rsync -T new a.txt sub',
      'tree --info',
      'tree --inf sub',
      "curl -w '%output{../outside/new}x' http://127.0.0.1:1",
      'curl -w @a.txt http://127.0.0.1:1',
      'curl -sw@a.txt http://127.0.0.1:1',
      'curl --write-out @a.txt http://127.0.0.1:1',
      'curl --write=@a.txt http://127.0.0.1:1',
      'curl --output-dir d -o a.txt http://127.0.0.1:1',
      "dc -e '!id'",
      "pee 'cat a.txt'",
      'zrun cat a.txt',
      'm4 a.txt',
      'grep -rS x d',
    ].filter(installed),
  )('%s is refused', (line) => expect(judge(line)).toMatchObject({ allowed: false }));

  test("curl -w '%{http_code}' is allowed", () => {
    expect(judge("curl -s -w '%{http_code}' -d @a.txt http://127.0.0.1:1")).toMatchObject({ allowed: true });
  });
});

test('a link that an earlier command of the line put there is seen', async () => {
  const own = new Playground();
  mkdirSync(join(own.root, 'from'));
  mkdirSync(join(own.root, 'to'));
  symlinkSync(own.canary, join(own.root, 'from/a.txt'));
  const line = 'mv from/a.txt to/a.txt && cp a.txt to';
  const policy = own.policies({ execute_command: anything }).commands;
  const decision = policy.judgeLine('execute_command', line, { cwd: own.root });
  const before = picture(own.outside);
  if (decision.allowed)
    await runScript(decision.steps, { cwd: own.root, env: { PATH: '/usr/bin:/bin' }, timeoutMs: 5_000 });
  expect(picture(own.outside)).toEqual(before);
});

describe('definitions without a sandbox', () => {
  let server: BuiltinServer;
  beforeAll(async () => {
    const config = 'sandbox: off\ndefinitions: { enable: [files] }\n';
    const env = { PATH: process.env['PATH'] ?? '' };
    server = await BuiltinServer.start({ directory: play.root, config, packs: ['files'], env });
  });
  afterAll(() => server.close());

  test.each([
    ['files_cp', { source_files: ['a.txt'], destination_path: 'd' }],
    ['files_cp', { source_files: ['other/.'], destination_path: 'd', recursive: true }],
    ['files_diff', { first_file: 'a.txt', second_file: 'd' }],
  ])('%s %j is refused', async (tool, args) => {
    const before = picture(play.outside);
    const { isError, texts } = await server.call(tool, args);
    expect([isError, texts.join()]).toEqual([true, expect.stringContaining('leads there')]);
    expect(texts.join()).not.toContain(CANARY);
    expect(picture(play.outside)).toEqual(before);
  });

  test('a copy into a directory without such links works', async () => {
    const args = { source_files: ['a.txt'], destination_path: 'clean/deep' };
    expect((await server.call('files_cp', args)).isError).toBe(false);
  });
});
