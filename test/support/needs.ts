import { spawnSync } from 'node:child_process';
import {
  installClients,
  installFrameworks,
  installPackers,
  installToolchains,
  UNREACHABLE,
} from './toolchains';

/** Words before a shell line that may mount what it likes, seen by nobody else; as a user, in a user namespace. */
export const WITH_MOUNTS: readonly string[] = [
  'unshare',
  process.getuid?.() === 0 ? '-m' : '-rm',
  'sh',
  '-c',
];

/** Words before a shell line that runs as on a system without /proc. */
export const WITHOUT_PROC: readonly string[] = [...WITH_MOUNTS, 'mount -t tmpfs none /proc && eval "$0"'];

// How to check that each program is installed and works. These probes share no code with what is under test.
const PROBES = {
  bubblewrap: () =>
    runs('bwrap', '--version') ??
    runs('bwrap', ...'--unshare-pid --unshare-net --ro-bind / / --proc /proc --dev /dev true'.split(' ')),
  cargo: () => runs('cargo', '--version') ?? runs('rustfmt', '--version'),
  chromium: () => runs('/usr/bin/chromium', '--version'),
  git: () => runs('git', '--version'),
  openssl: () => runs('openssl', 'version'),
  'hidden /proc': () => runs(WITHOUT_PROC[0]!, ...WITHOUT_PROC.slice(1), 'test ! -e /proc/self'),
  'small file systems': () =>
    runs(WITH_MOUNTS[0]!, ...WITH_MOUNTS.slice(1), 'mount -t tmpfs -o size=64k none /mnt'),
  launchers: () => runs('/usr/bin/setpriv', '--pdeathsig', 'KILL', '--', '/bin/sh', '-c', 'true'),
  python: () => runs('python3', '--version'),
  redis: () => runs('redis-server', '--version'),
  systemd: () => runs('systemd-analyze', '--version'),
  toolchains: installToolchains,
  clients: installClients,
  frameworks: installFrameworks,
  packers: installPackers,
  // Of util-linux, which has other options elsewhere.
  terminals: () => runs('script', '-qefc', 'true', '/dev/null'),
  shells: () => runs('bash', '--version') ?? runs('dash', '-c', 'true'),
};

/** A program that some tests require and a developer's machine may lack. */
export type Need = keyof typeof PROBES;

/** The variable that makes every skip a failure in CI. */
const NO_SKIPS = 'TOOLWRIGHT_NO_SKIPS';

/** `test` and `describe` for what needs a program: skipped with a printed reason if it is missing, failed in CI unless the network is. */
export function needs(need: Need): { test: jest.It; describe: jest.Describe } {
  const missing = PROBES[need]();
  if (missing === undefined) return { test, describe };
  if (process.env[NO_SKIPS] && !missing.startsWith(UNREACHABLE))
    throw new Error(`${need} is needed here (${missing}), and ${NO_SKIPS} forbids skipping`);
  process.stderr.write(`skipping the tests that need ${need}: ${missing}\n`);
  return { test: test.skip, describe: describe.skip };
}

// Why a program cannot run; undefined if it can.
function runs(program: string, ...args: string[]): string | undefined {
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 });
  if (error) return error.message;
  return status === 0 ? undefined : `\`${program} ${args.join(' ')}\` failed: ${stderr.trim()}`;
}
