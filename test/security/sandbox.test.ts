import { chmodSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Logger, silentLogger } from '../../src/logger';
import { CommandRunner } from '../../src/policy/command-runner';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';
import { CANARY, entries, Playground } from '../support/policy-playground';

const play = new Playground();
mkdirSync(join(play.root, 'secret'));
writeFileSync(join(play.root, 'secret/key.txt'), CANARY);

function runner(tools: object, mode: 'auto' | 'required' = 'auto', path?: readonly string[]) {
  const { paths } = play.policies(
    { execute_command: { deniedPaths: entries('secret'), ...tools } },
    { sandbox: { mode, network: false } },
  );
  return new CommandRunner(paths, silentLogger, path);
}
const run = async (line: string, tools: object, mode?: 'auto' | 'required', path?: readonly string[]) => {
  const result = await runner(tools, mode, path).run({ tool: 'execute_command', line, timeoutSeconds: 10 });
  return 'refused' in result
    ? { refused: result.refused.reason }
    : { stdout: result.outcome.stdout, state: result.outcome.state };
};

test('`sandbox: required` refuses to run without it', async () => {
  expect(await run('ls', {}, 'required', ['/nowhere'])).toEqual({
    refused: expect.stringContaining('bubblewrap'),
  });
  expect(await run('ls', {}, 'auto', ['/nowhere'])).toMatchObject({ state: 'completed' });
});

describe('a bubblewrap that does not hold', () => {
  const program = (script: string) => {
    const directory = temporaryDirectory('tw-bwrap');
    writeFileSync(join(directory, 'bwrap'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, 'bwrap'), 0o755);
    return directory;
  };
  test.each([
    ['missing', '/nowhere', 'is not installed', 'install bubblewrap'],
    [
      'without namespaces',
      program('echo "bwrap: setting up uid map: Permission denied" >&2; exit 1'),
      'uid map: Permission denied',
      'allow user namespaces',
    ],
    [
      'that confines nothing',
      program('while [ "$1" != -- ]; do shift; done; shift; exec "$@"'),
      'bwrap: ',
      'replace this bubblewrap',
    ],
  ])('%s: `auto` says why, `required` refuses with cause and cure', async (_, place, cause, cure) => {
    const said: string[] = [];
    const log = new Logger('test', [{ wants: () => true, write: ({ message }) => void said.push(message) }]);
    const { paths } = play.policies({}, { sandbox: { mode: 'auto', network: false } });
    const request = { tool: 'execute_command', line: 'ls', timeoutSeconds: 10 };
    expect(await new CommandRunner(paths, log, [place]).run(request)).toMatchObject({
      outcome: { state: 'completed' },
    });
    expect(said.filter((each) => each.includes('without a sandbox') && each.includes(cause))).toHaveLength(1);
    const { refused } = (await run('ls', {}, 'required', [place])) as { refused: string };
    expect(refused).toContain(cause);
    expect(refused).toContain(cure);
  });
});

needs('bubblewrap').describe('with bubblewrap', () => {
  // Even a shell, which no rule on commands can hold, sees nothing but the allowed paths.
  test.each([
    `cat ${play.canary}`,
    'cat ../outside/canary.txt',
    'cat link-out',
    'cat dir-out/canary.txt',
    'cat $(echo ../outside/canary.txt)',
    'cd .. && cat outside/canary.txt',
    'find / -path /usr -prune -o -path /proc -prune -o -name canary.txt -exec cat {} \\; 2>/dev/null',
    'cat secret/key.txt',
    'cat /proc/*/root/etc/shadow',
    'cat /etc/passwd',
    'ls -R /home /root',
    `cp -r / . 2>/dev/null; grep -r ${CANARY.slice(0, 6)} . | grep -v secret`,
  ])('%s shows nothing', async (line) => {
    const result = await run(line, { shell: true });
    expect(JSON.stringify(result)).not.toContain(CANARY);
    expect(JSON.stringify(result)).not.toContain('root:x:0:0');
  });

  test.each([
    `echo bad > ${play.canary}`,
    'echo bad > link-out',
    'echo bad > dangling',
    'rm -rf ../outside',
    'echo bad > toolwright.yaml',
    'rm -f toolwright.yaml',
    'mv toolwright.yaml x',
    'echo x > /usr/bin/evil',
  ])('%s changes nothing', async (line) => {
    await run(line, { shell: true });
    expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
    expect(readdirSync(play.outside)).toEqual(['canary.txt']);
    expect(readFileSync(join(play.root, 'toolwright.yaml'), 'utf8')).toBe('prefix: guide\n');
  });

  test('arguments from an input are allowed there, for commands that only read', async () => {
    writeFileSync(join(play.root, 'list.txt'), `a.txt\n${play.canary}\n`);
    const tools = { allowedCommands: entries('cat', 'xargs', 'find', 'sort') };
    const result = await run('cat list.txt | xargs cat', tools);
    expect(result).toMatchObject({ stdout: 'alpha\nbeta\n' });
    expect(await run('cat list.txt | xargs sort', tools)).toHaveProperty('refused');
    expect(await run("find . -name 'a.txt' -exec cat {} +", tools)).toHaveProperty('refused');
  });

  test("nothing beyond the caller's roots is visible, however it is opened", async () => {
    const inSub = (line: string, tools: object) =>
      runner(tools).run({
        tool: 'execute_command',
        line,
        workingDirectory: 'sub',
        clientRoots: [join(play.root, 'sub'), play.outside],
        timeoutSeconds: 10,
      });
    const open = { shell: true };
    expect(await inSub('cat b.txt', open)).toMatchObject({ outcome: { stdout: 'gamma\n' } });
    for (const line of ['cat ../a.txt', `cat ${play.root}/a.txt`, `cat ${play.canary}`, `ls -R ${play.base}`])
      expect(JSON.stringify(await inSub(line, open))).not.toMatch(/alpha|a\.txt\\n|CANARY-/);
    const reads = { allowedCommands: entries('echo', 'xargs', 'cat') };
    const passed = await inSub('echo b.txt ../a.txt | xargs cat', reads);
    expect(passed).toMatchObject({ outcome: { stdout: 'gamma\n' } });
    await inSub('echo x > ../made.txt', open);
    expect(readdirSync(play.root)).not.toContain('made.txt');
  });

  test('it runs in the working directory, and the network is cut off', async () => {
    const inSub = await runner({ shell: true }).run({
      tool: 'execute_command',
      line: 'pwd; ls; cat /proc/net/route | wc -l',
      workingDirectory: 'sub',
      timeoutSeconds: 10,
    });
    expect(inSub).toMatchObject({ outcome: { stdout: `${play.root}/sub\nb.txt\ndeep\n1\n` } });
  });
});
