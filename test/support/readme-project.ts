import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { firstTool } from './consumer';
import { folderWith, install, run, type Done } from './installed-project';

const TSC = join(__dirname, '..', '..', 'node_modules', 'typescript', 'bin', 'tsc');

/** How a project differs from the one that the README writes. */
export interface ReadmeVariant {
  /** Where `server.ts` is, relative to the project. */
  readonly source?: string;
  /** Makes another source of the README's. */
  readonly edit?: (source: string) => string;
  /** The settings of the compiler, instead of the README's. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the compiler beside the others. */
  readonly added?: Readonly<Record<string, unknown>>;
  readonly type?: 'commonjs' | 'module';
  readonly files?: Readonly<Record<string, string>>;
}

/** The README's project, installed and compiled as a reader would. */
export interface ReadmeProject {
  readonly folder: string;
  /** Runs the command that is installed in it. */
  toolwright(...args: string[]): Done;
}

/** Writes the README's project, installs the package in it, and compiles it with `tsc`. */
export function readmeProject({
  source = 'server.ts',
  edit = (text) => text,
  settings,
  added,
  type = 'commonjs',
  files = {},
}: ReadmeVariant = {}): ReadmeProject {
  const {
    'server.ts': text,
    'tsconfig.json': tsconfig,
    'package.json': facts,
  } = firstTool(type) as Record<'server.ts' | 'tsconfig.json' | 'package.json', string>;
  const { compilerOptions } = JSON.parse(tsconfig) as { compilerOptions: Record<string, unknown> };
  const options = { ...(settings ?? compilerOptions), ...added };
  const folder = folderWith({
    'package.json': facts,
    'tsconfig.json': JSON.stringify({ compilerOptions: options }),
    [source]: edit(text),
    ...files,
  });
  const command = install(folder);
  // Declarations are checked by package.test.ts, which takes most of the time.
  const { status, stdout } = spawnSync(process.execPath, [TSC, '--skipLibCheck'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout);
  return { folder, toolwright: (...args) => run(command, folder, args) };
}
