import { chmodSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../../../src/process/run-pipeline';
import { findSandbox } from '../../../src/process/bubblewrap';
import { needs } from '../../support/needs';
import { temporaryDirectory } from '../../support/temporary-directory';

describe('the search for bubblewrap', () => {
  const program = (script: string) => {
    const directory = temporaryDirectory('tw-bwrap');
    writeFileSync(join(directory, 'bwrap'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(directory, 'bwrap'), 0o755);
    return directory;
  };
  const broken = program('exit 1');
  const working = program('exit 0');

  test('takes the first program that works', () => {
    expect(findSandbox(['/nowhere', broken, working])).toBe(join(working, 'bwrap'));
  });

  test('finds nothing where it is missing or does not work', () => {
    expect(findSandbox(['/nowhere', broken])).toBeUndefined();
  });
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
