import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { link } from './consumer';
import { temporaryDirectory } from './temporary-directory';

const root = join(__dirname, '..', '..');

/** What a command printed, and how it ended. */
export interface Done {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Copies the built package into a directory's node_modules, as npm would install it; returns its command. */
export function install(folder: string): string {
  const { peerDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    peerDependencies?: Record<string, string>;
  };
  for (const name of Object.keys(peerDependencies)) link(folder, name, join(root, 'node_modules', name));
  const own = join(folder, 'node_modules', 'toolwright');
  for (const part of ['dist', 'package.json', 'definitions', 'starter', 'templates'])
    cpSync(join(root, part), join(own, part), { recursive: true });
  return join(own, 'dist', 'bin', 'toolwright.js');
}

/** Writes files into a directory of its own. */
export function folderWith(
  files: Readonly<Record<string, string>>,
  folder = temporaryDirectory('tw-project'),
): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}

/** Runs a copy of the command in a directory, with nothing of the user's around it. */
export function run(
  command: string,
  cwd: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Done {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    TMPDIR: process.env['TMPDIR'] ?? '/tmp',
    ...more,
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd,
    env,
    encoding: 'utf8',
    input: '',
  });
  return { status, stdout, stderr };
}
