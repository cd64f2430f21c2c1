import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../src/process/run-pipeline';
import { findSandbox, sandboxed, searchSandbox } from '../../../src/process/bubblewrap';
import { proveSandbox } from '../../../src/process/prove-sandbox';
import { needs } from '../../support/needs';
import { temporaryDirectory } from '../../support/temporary-directory';

const isRoot = process.getuid?.() === 0;

describe('the search for bubblewrap', () => {
  const program = (script: string) => {
    const directory = temporaryDirectory('tw-bwrap');
    writeFileSync(join(directory, 'bwrap'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, 'bwrap'), 0o755);
    return directory;
  };
  const broken = program('exit 1');
  const dropping = (option: string, words: number) =>
    program(`for word; do
  shift
  if [ "$skip" ]; then skip=\${skip#x}; continue; fi
  if [ "$word" = ${option} ]; then skip=${'x'.repeat(words)}; continue; fi
  set -- "$@" "$word"
done
exec /usr/bin/bwrap "$@"`);

  test('finds nothing where it is missing or does not work', () => {
    expect(searchSandbox(['/nowhere'])).toEqual({ problem: 'bubblewrap (bwrap) is not installed' });
    expect(findSandbox(['/nowhere', broken])).toBeUndefined();
  });

  test('believes no program that only says that it worked', () => {
    expect(searchSandbox([program('exit 0')])).toEqual({ problem: expect.stringContaining('status 0') });
    const bare = program('while [ "$1" != -- ]; do shift; done; shift; exec "$@"');
    expect(findSandbox([bare])).toBeUndefined();
  });

  test('says so where it cannot be proven', () => {
    const confine = () => {
      throw new Error('no room');
    };
    expect(proveSandbox(confine)).toEqual({ problem: 'it cannot be proven: no room' });
  });

  test('tries again later where it failed', () => {
    const directory = program('exit 1');
    expect(searchSandbox([directory], 1_000)).toEqual({ problem: expect.stringContaining('status 1') });
    writeFileSync(join(directory, 'bwrap'), '#!/bin/sh\nexit 2\n');
    expect(searchSandbox([directory], 30_999)).toEqual({ problem: expect.stringContaining('status 1') });
    expect(searchSandbox([directory], 31_000)).toEqual({ problem: expect.stringContaining('status 2') });
  });

  needs('bubblewrap').test('takes the first program that proves itself', () => {
    const working = program('exec /usr/bin/bwrap "$@"');
    expect(findSandbox(['/nowhere', broken, working])).toBe(join(working, 'bwrap'));
  });

  needs('bubblewrap').test(
    'learns whether its users, and so its processes, are counted by themselves',
    () => {
      const bwrap = '/usr/bin/bwrap';
      expect(proveSandbox((plan, command) => sandboxed({ bwrap, ...plan }, command))).toEqual({
        ownUsers: true,
      });
      const shared = proveSandbox((plan, command) => {
        const { file, args } = sandboxed({ bwrap, ...plan }, command);
        return { file, args: args.filter((word) => word !== '--unshare-user-try') };
      });
      // Only root can do without users of its own.
      if (isRoot) expect(shared).toEqual({ ownUsers: false });
      if (isRoot) expect(searchSandbox(['/usr/bin'])).toEqual({ bwrap, countsProcesses: false });
    },
  );

  needs('bubblewrap').test('sees that a box hides nothing', () => {
    expect(searchSandbox([dropping('--tmpfs', 1)])).toEqual({
      problem: expect.stringMatching(/allowed|denied/),
    });
  });

  if (isRoot)
    needs('bubblewrap').test('sees that a box keeps capabilities', () => {
      expect(searchSandbox([dropping('--cap-drop', 1)])).toEqual({
        problem: expect.stringContaining('keep capabilities'),
      });
    });
});

// As root bubblewrap would keep every capability, and a command could mount its way out.
// A user who runs the tests is the second case already.
needs('bubblewrap').describe.each([
  { who: 'the user of this process', prefix: [] },
  ...(isRoot
    ? [{ who: 'nobody', prefix: ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] }]
    : []),
])('the sandbox as $who', ({ prefix }) => {
  test('can neither mount, nor write to the system, nor see what is denied', () => {
    const root = temporaryDirectory('tw-proof');
    const open = join(root, 'open');
    mkdirSync(join(open, 'denied'), { recursive: true });
    writeFileSync(join(open, 'denied/file'), 'SECRET');
    writeFileSync(join(open, 'steer'), 'steady');
    writeFileSync(join(root, 'outside'), 'SECRET');
    chmodSync(dirname(root), 0o755);
    spawnSync('chmod', ['-R', 'a+rwX', root]);
    const script = `
      mount -o remount,rw,bind /usr; mount -o remount,rw,bind ${open}/steer; umount ${open}/denied
      unshare -Urm sh -c 'mount -o remount,rw,bind /usr; mount -o remount,rw,bind ${open}/steer; umount ${open}/denied; cat ${open}/denied/*'
      touch /usr/tw-evil && rm /usr/tw-evil && echo WROTE; echo bad > ${open}/steer; cat ${open}/denied/* ${root}/outside
      grep -c 'Cap[EP].*:.0*$' /proc/self/status; echo end`;
    const { file, args } = sandboxed(
      {
        bwrap: '/usr/bin/bwrap',
        writable: [open],
        readable: [join(open, 'steer')],
        hidden: [join(open, 'denied')],
      },
      { file: '/bin/sh', args: ['-c', script], cwd: open },
    );
    const [program, ...words] = [...prefix, file, ...args] as [string, ...string[]];
    const { stdout } = spawnSync(program, words, { encoding: 'utf8', timeout: 20_000 });
    expect(stdout).toBe('2\nend\n');
    expect(readFileSync(join(open, 'steer'), 'utf8')).toBe('steady');
    expect(existsSync('/usr/tw-evil')).toBe(false);
  });
});

// A bomb that would stop by itself at 200 processes; it never runs outside the box.
needs('bubblewrap').test('a fork bomb of a user is stopped by the system itself', () => {
  const script = `i=0; while [ $i -lt 200 ]; do i=$((i+1)); echo $i > count; sleep 5 & done`;
  const directory = temporaryDirectory('tw-bomb');
  spawnSync('chmod', ['a+rwx', directory]);
  chmodSync(dirname(directory), 0o755);
  const plan = { bwrap: '/usr/bin/bwrap', writable: [directory], readable: [], countsProcesses: true };
  const { file, args } = sandboxed(plan, { file: '/bin/sh', args: ['-c', script], cwd: directory }, 5);
  const prefix = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const [program, ...words] = [...prefix, file, ...args] as [string, ...string[]];
  const { stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: 20_000 });
  expect(stderr).toMatch(/fork/i);
  expect(Number(readFileSync(join(directory, 'count'), 'utf8'))).toBeLessThanOrEqual(41);
});

needs('bubblewrap').describe('the bubblewrap sandbox', () => {
  const bwrap = findSandbox(['/usr/bin', '/bin']);
  const directory = temporaryDirectory('tw-sandbox');
  const outside = temporaryDirectory('tw-outside');
  const canary = join(outside, 'canary');
  writeFileSync(canary, 'SECRET');
  writeFileSync(join(directory, 'file'), 'inside');
  writeFileSync(join(directory, 'steer'), 'hide me');
  symlinkSync(canary, join(directory, 'link'));

  const shell = (script: string, extra = {}) =>
    runCommand({
      file: '/bin/sh',
      args: ['-c', script],
      cwd: directory,
      env: { PATH: '/usr/bin:/bin' },
      sandbox: { bwrap: bwrap!, writable: [directory], readable: [], hidden: [join(directory, 'steer')] },
      ...extra,
    });

  test('is found on a machine that has it', () => {
    expect(bwrap).toMatch(/^\/(usr\/)?bin\/bwrap$/);
  });

  test('sees what it may and nothing else', async () => {
    const outcome = await shell(
      `cat file; cat steer; cat ${canary}; cat link; ls ${outside}; cat /etc/shadow; ls /root /home`,
    );
    expect(outcome.stdout).toBe('inside');
    expect(outcome.stderr).not.toContain('SECRET');
  });

  test('writes only where it may', async () => {
    await shell(`echo new > made; echo bad > ${canary}; echo bad > link; touch /usr/bin/evil`);
    expect(readFileSync(join(directory, 'made'), 'utf8')).toBe('new\n');
    expect(readFileSync(canary, 'utf8')).toBe('SECRET');
  });

  test('has no network and no other processes', async () => {
    const outcome = await shell('cat /proc/net/dev | grep -c eth; ls /proc | grep -c "^[0-9]"');
    const [interfaces, processes] = outcome.stdout.trim().split('\n').map(Number);
    expect(interfaces).toBe(0);
    expect(processes).toBeLessThan(6);
  });

  test('a daemon with a clean environment does not outlive it', async () => {
    const outcome = await shell(
      'env -i setsid sh -c "while sleep 0.05; do date +%N > alive; done" > /dev/null 2>&1 & sleep 0.3; echo done',
    );
    expect(outcome).toMatchObject({ state: 'completed', stdout: 'done\n' });
    const last = readFileSync(join(directory, 'alive'), 'utf8');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(readFileSync(join(directory, 'alive'), 'utf8')).toBe(last);
  });

  test('the time limit ends everything inside', async () => {
    expect(await shell('trap "" TERM; sleep 60', { timeoutMs: 400 })).toMatchObject({ state: 'timed_out' });
  });
});
