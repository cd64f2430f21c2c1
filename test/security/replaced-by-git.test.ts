import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltinServer } from '../support/builtin-server';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

// Version control replaces files without naming them: without the sandbox it must not replace a file that configures the server
// and would be used as it is.
const CONFIG = (sandbox: string) => `sandbox: ${sandbox}
definitions: { enable: [git] }
tools: { execute_command: { allowed_commands: [git, sh] } }
`;
const ENV = { PATH: process.env['PATH'] ?? '', GIT_CONFIG_GLOBAL: '/dev/null' };

function repository(sandbox: string, config = 'toolwright.yaml'): string {
  const directory = temporaryDirectory('tw-replaced');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: directory });
  git('init', '-q', '-b', 'main');
  writeFileSync(join(directory, 'a.txt'), 'one\n');
  writeFileSync(join(directory, config), CONFIG(sandbox));
  git('add', '.');
  git('commit', '-qm', 'one');
  git('switch', '-qc', 'evil');
  writeFileSync(join(directory, config), 'sandbox: off\n');
  writeFileSync(join(directory, 'a.txt'), 'two\n');
  git('commit', '-qam', 'two');
  git('switch', '-q', 'main');
  return directory;
}

const ATTEMPTS: [string, Record<string, unknown>][] = [
  ['git_switch', { branch: 'evil' }],
  ['git_merge', { branch: 'evil' }],
  ['git_restore', { source: 'evil', pathspec: ['.'] }],
  ['git_restore', { source: 'evil', pathspec: [':/'] }],
  ['git_restore', { source: 'evil', pathspec: ['toolwright.yam?'] }],
  ['git_stash_pop', {}],
  ['git_pull', {}],
  ['execute_command', { command: 'git switch evil' }],
  ['execute_command', { command: 'git checkout evil -- .' }],
  ['execute_command', { command: "sh -c 'git reset --hard evil'" }],
  ['execute_command', { command: 'git read-tree -u --reset evil' }],
  ['execute_command', { command: 'git unknown-alias' }],
];

describe.each(['off', 'auto'])('under sandbox: %s', (sandbox) => {
  const possibly = sandbox === 'off' ? test : needs('bubblewrap').test;
  possibly(
    'no command of git replaces the configuration that was named',
    async () => {
      const directory = repository(sandbox);
      const server = await BuiltinServer.start({
        directory,
        config: CONFIG(sandbox),
        packs: ['files', 'system'],
        env: ENV,
      });
      try {
        for (const [tool, args] of ATTEMPTS) {
          const { text } = await server.call(tool, args);
          if (sandbox === 'off')
            expect([tool, args, text]).toEqual([
              tool,
              args,
              expect.stringContaining('keep that file outside the repository'),
            ]);
          expect(readFileSync(join(directory, 'toolwright.yaml'), 'utf8')).toBe(CONFIG(sandbox));
        }
        for (const [tool, args] of [
          ['git_status', {}],
          ['git_log', {}],
          ['git_show', { object: 'evil' }],
          ['execute_command', { command: 'git diff evil' }],
        ] as const)
          expect([tool, (await server.call(tool, args)).isError]).toEqual([tool, false]);
      } finally {
        await server.close();
      }
    },
    60_000,
  );
});

test('the free words of a definition are looked at in each call', async () => {
  const directory = repository('off');
  mkdirSync(join(directory, '.toolwright/tools'), { recursive: true });
  const definition = { name: 'anygit', description: 'Runs git.', command: 'git', synchronous: true };
  writeFileSync(join(directory, '.toolwright/tools/anygit.json'), JSON.stringify(definition));
  const server = await BuiltinServer.start({ directory, config: CONFIG('off'), packs: ['files'], env: ENV });
  try {
    const refused = await server.call('anygit', { args: ['switch', 'evil'] });
    expect(refused.text).toContain('keep that file outside the repository');
    for (const args of [['--version'], ['log', '-1'], []]) {
      expect((await server.call('anygit', { args })).text).not.toContain('keep that file');
    }
  } finally {
    await server.close();
  }
});

test('where no such file is in the repository, it works', async () => {
  const directory = repository('off', 'other.yaml');
  const place = temporaryDirectory('tw-config');
  mkdirSync(join(directory, 'sub'));
  writeFileSync(join(place, 'own.yaml'), CONFIG('off'));
  const server = await BuiltinServer.start({
    directory,
    packs: ['files'],
    env: { ...ENV, TOOLWRIGHT_CONFIG: join(place, 'own.yaml') },
  });
  try {
    const reply = await server.call('git_switch', { branch: 'evil' });
    expect([reply.isError, reply.text]).toEqual([false, expect.stringContaining('evil')]);
    expect(readFileSync(join(directory, 'a.txt'), 'utf8')).toBe('two\n');
  } finally {
    await server.close();
  }
});
