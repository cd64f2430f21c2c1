import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '../disk/make-directory';

/** Builds the command line that runs a command in the sandbox to be proven. */
export type Confine = (
  plan: { writable: readonly string[]; readable: readonly string[]; hidden: readonly string[] },
  command: { file: string; args: readonly string[]; cwd: string },
) => { file: string; args: string[] };

// Tries from inside what the sandbox promises to prevent; uses only what every shell has built in.
const ATTEMPTS = `
read -r token < open/file || exit 10
{ read -r x < outside; } 2>/dev/null && exit 11
{ read -r x < open/denied/file; } 2>/dev/null && exit 12
{ true >> open/steering; } 2>/dev/null && exit 13
{ true >> /usr/.toolwright-proof; } 2>/dev/null && { rm -f /usr/.toolwright-proof; exit 14; }
{ true > open/made; } 2>/dev/null || exit 15
while read -r key value; do
  case $key in CapEff:|CapPrm:|CapInh:|CapAmb:) [ "$value" = 0000000000000000 ] || exit 16 ;; esac
done < /proc/self/status
read -r first outside count < /proc/self/uid_map
printf '%s %s' "$token" "$count"
`;

const FOUND: Readonly<Record<number, string>> = {
  10: 'an allowed file cannot be read inside it',
  11: 'a file outside the allowed paths can be read inside it',
  12: 'a denied path can be read inside it',
  13: 'a read-only file can be written inside it',
  14: '/usr can be written inside it',
  15: 'an allowed directory cannot be written inside it',
  16: 'commands keep capabilities inside it',
};

/** What a probe found inside the sandbox: what it fails to guarantee, or whether its users are its own. */
export type SandboxProof =
  { readonly problem: string } | { readonly problem?: undefined; readonly ownUsers: boolean };

/** Runs a probe inside the sandbox. */
export function proveSandbox(confine: Confine): SandboxProof {
  let directory: string | undefined;
  try {
    directory = temporaryDirectory([tmpdir(), '/tmp', '/var/tmp']);
    return attempt(confine, directory);
  } catch (error) {
    return { problem: `it cannot be proven: ${(error as Error).message}` };
  } finally {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  }
}

function temporaryDirectory([first, ...others]: readonly string[]): string {
  try {
    return mkdtempSync(join(first ?? '', 'toolwright-proof-'));
  } catch (error) {
    if (!others.length) throw error;
    return temporaryDirectory(others);
  }
}

function attempt(confine: Confine, directory: string): SandboxProof {
  const open = join(directory, 'open');
  const token = randomUUID();
  makeDirectory(join(open, 'denied'));
  for (const file of ['outside', 'open/denied/file', 'open/steering'])
    writeFileSync(join(directory, file), 'x\n');
  writeFileSync(join(open, 'file'), `${token}\n`);
  const { file, args } = confine(
    { writable: [open], readable: [join(open, 'steering')], hidden: [join(open, 'denied')] },
    { file: '/bin/sh', args: ['-c', ATTEMPTS], cwd: directory },
  );
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: 5000,
    env: {},
  });
  if (error) return { problem: error.message };
  const [said, users] = stdout.split(' ');
  if (status === 0 && said === token) return { ownUsers: users === '1' };
  const problem =
    FOUND[status ?? -1] ?? (stderr.trim().split('\n')[0] || `its probe ended with status ${status}`);
  return { problem };
}
