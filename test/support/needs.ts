import { spawnSync } from 'node:child_process';
import { installToolchains, UNREACHABLE } from './toolchains';

// How to check that each program is installed and works. These probes share no code with what is under test.
const PROBES = {
  bubblewrap: () =>
    runs('bwrap', '--version') ??
    runs('bwrap', ...'--unshare-pid --unshare-net --ro-bind / / --proc /proc --dev /dev true'.split(' ')),
  cargo: () => runs('cargo', '--version') ?? runs('rustfmt', '--version'),
  git: () => runs('git', '--version'),
  toolchains: installToolchains,
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
