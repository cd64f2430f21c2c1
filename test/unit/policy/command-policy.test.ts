import { readFileSync, symlinkSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from '../../../src/process/run-script';
import type { ToolRules } from '../../../src/policy/policy-rules';
import { entries, Playground } from '../../support/policy-playground';

const play = new Playground();
const T = 'execute_command';

function judge(line: string, rules: ToolRules = {}) {
  return play.policies({ [T]: rules }).commands.judgeLine(T, line, { cwd: play.root });
}

async function run(line: string, rules: ToolRules = {}) {
  const { commands } = play.policies({ [T]: rules });
  const decision = commands.judgeLine(T, line, { cwd: play.root });
  if (!decision.allowed) throw new Error(`${line}: ${decision.reason}`);
  return runScript(decision.steps, { cwd: play.root, env: commands.environmentFor(T), timeoutMs: 20_000 });
}

describe('which programs', () => {
  test('the sample commands hold by default, deny wins, unlisted is refused', () => {
    expect(judge('ls')).toMatchObject({ allowed: true, rule: { where: 'default' } });
    expect(judge('rm a.txt')).toMatchObject({
      allowed: false,
      rule: { rule: 'tools.execute_command.denied_commands: rm' },
    });
    expect(judge('node a.txt')).toMatchObject({
      allowed: false,
      rule: { rule: 'tools.execute_command.allowed_commands' },
    });
    expect(judge('ls', { allowedCommands: entries('ls'), deniedCommands: entries('ls') }).allowed).toBe(
      false,
    );
  });

  test('an empty allow list allows what is not denied', () => {
    const rules = { allowedCommands: [], deniedCommands: entries('rm') };
    expect(judge('wc a.txt', rules).allowed).toBe(true);
    expect(judge('rm a.txt', rules).allowed).toBe(false);
    expect(judge('no-such-program-here', rules)).toMatchObject({
      allowed: false,
      rule: { rule: 'the fixed PATH' },
    });
  });

  test('a path names that very file', () => {
    writeFileSync(join(play.root, 'tool.sh'), '#!/bin/sh\necho ran\n');
    chmodSync(join(play.root, 'tool.sh'), 0o755);
    symlinkSync('/bin/ls', join(play.root, 'ls'));
    expect(judge('/bin/ls').allowed).toBe(true);
    expect(judge('/usr/bin/../bin/ls').allowed).toBe(true);
    expect(judge('./ls').allowed).toBe(false);
    expect(judge('./tool.sh').allowed).toBe(false);
    expect(judge('./tool.sh', { allowedCommands: entries('./tool.sh') }).allowed).toBe(true);
    expect(judge('tool.sh', { allowedCommands: entries('./tool.sh') }).allowed).toBe(false);
    expect(
      play
        .policies({ [T]: { allowedCommands: entries('./tool.sh') } })
        .paths.judgePath('write_file', 'tool.sh', 'write').allowed,
    ).toBe(false);
  });

  test('PATH never includes the roots', () => {
    const { commands } = play.policies({}, { roots: entries('/usr') });
    expect(commands.environmentFor(T)['PATH']).not.toContain('/usr');
    expect(commands.judgeLine(T, 'ls', { cwd: '/usr' }).allowed).toBe(false);
  });

  test('the environment is small, clean and chosen', () => {
    const { commands } = play.policies(
      { [T]: { environment: entries('KEEP', 'PATH') } },
      { environment: { KEEP: 'yes', SECRET: 'no', PATH: '/evil' } },
    );
    expect(commands.environmentFor(T)).toEqual({
      HOME: '/nonexistent',
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      KEEP: 'yes',
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    });
  });

  test('a shell is an explicit choice', () => {
    expect(judge('rm $(x)', { shell: true })).toMatchObject({
      allowed: true,
      rule: { rule: 'tools.execute_command.shell: true' },
    });
  });
});

describe('variables in front of a command', () => {
  const rules = { allowedCommands: entries('cat', 'env', 'sh') };

  test.each([
    'TZ=/etc/passwd cat a.txt',
    'TZ=../outside/canary.txt cat a.txt',
    'LANG=x/../../y cat a.txt',
    'env LC_ALL=/etc cat a.txt',
    'env -u HOME TERM=/x cat a.txt',
    "sh -c 'LANG=/etc cat a.txt'",
    'LD_PRELOAD=x cat a.txt',
    'PATH=. cat a.txt',
    'TZ=a LANG=/b cat a.txt',
  ])('%s is refused', (line) => {
    expect(judge(line, rules)).toMatchObject({ allowed: false, rule: { rule: 'variables' } });
  });

  test.each(['TZ=Europe/Berlin cat a.txt', 'NO_COLOR= cat a.txt', 'env LANG=de_DE.UTF-8 cat a.txt'])(
    '%s is allowed',
    (line) => expect(judge(line, rules)).toMatchObject({ allowed: true }),
  );
});

describe('what runs', () => {
  test.each([
    ['cat a.txt', 'alpha\nbeta\n'],
    ['cat < a.txt', 'alpha\nbeta\n'],
    ['cat a.txt | grep beta', 'beta\n'],
    ["grep -c 'a' a.txt && cat sub/b.txt", '2\ngamma\n'],
    ['grep nothing a.txt || cat sub/b.txt', 'gamma\n'],
    ['cat *.txt', 'alpha\nbeta\n'],
    ['cat s*/*.txt', 'gamma\n'],
    ['cat ./*.txt', 'alpha\nbeta\n'],
    ["find . -name '*.txt' -type f -exec cat {} +", 'gamma\nalpha\nbeta\n'],
    ["grep -rh 'gamma' sub", 'gamma\n'],
    ["grep -h '/etc/passwd' a.txt; cat sub/b.txt 2>/dev/null", 'gamma\n'],
    ['cat nope 2>&1 | grep -c nope', '1\n'],
    ['cat link-in', 'alpha\nbeta\n'],
    ['cat a.txt > copy.out; cat copy.out', 'alpha\nbeta\n'],
    ['LC_ALL=C cat sub/b.txt', 'gamma\n'],
  ])('%s', async (line, stdout) => {
    const outcome = await run(line);
    expect(outcome.stdout.split('\n').sort()).toEqual(stdout.split('\n').sort());
  });

  test('redirections append and replace', async () => {
    await run('cat a.txt > out.txt');
    await run('cat sub/b.txt >> out.txt');
    expect(readFileSync(join(play.root, 'out.txt'), 'utf8')).toBe('alpha\nbeta\ngamma\n');
  });

  test('wrappers and shells run what was judged', async () => {
    const rules = { allowedCommands: entries('sh', 'env', 'timeout', 'cat', 'nice', 'sed') };
    expect(await run('sh -c "echo out; echo err >&2; exit 3"', rules)).toMatchObject({
      exitCode: 3,
      stdout: 'out\n',
      stderr: 'err\n',
    });
    expect((await run('env LANG=C cat sub/b.txt', rules)).stdout).toBe('gamma\n');
    expect((await run('timeout 5 nice -n 5 cat sub/b.txt', rules)).stdout).toBe('gamma\n');
    const more = { allowedCommands: entries('cut', 'sort', 'diff', 'tr', 'tar', 'cat') };
    expect((await run('cut -d/ -f1 sub/b.txt | sort -t/ -k1', more)).stdout).toBe('gamma\n');
    expect((await run('diff a.txt sub/b.txt', more)).stdout).toContain('> gamma');
    expect((await run('cat a.txt | tr a/ b_', more)).stdout).toContain('blphb');
    expect((await run('tar cf x.tar a.txt && tar tf x.tar', more)).stdout).toBe('a.txt\n');
    expect((await run("sed -n 's/^al/AL/p' a.txt", rules)).stdout).toBe('ALpha\n');
  });
});

describe('what steers the server stays as it is', () => {
  test.each([
    'cat a.txt > toolwright.yaml',
    'cat a.txt >> ./toolwright.yaml',
    'cat a.txt > .toolwright/x',
    'tee toolwright.yaml',
    'cp a.txt toolwright.yaml',
    'cp a.txt .',
    'mv sub .',
    'sed -i s/a/b/ toolwright.yaml',
    'touch toolwright.yaml',
    'git checkout toolwright.yaml',
  ])('%s is refused', (line) => {
    const rules = { allowedCommands: entries('cat', 'tee', 'cp', 'mv', 'sed', 'touch', 'git') };
    expect(judge(line, rules)).toMatchObject({ allowed: false });
  });
});
