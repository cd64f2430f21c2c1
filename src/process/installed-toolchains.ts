import { existsSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { searchPath } from './find-program';

/** The programs that a user installed outside the system directories. */
export interface Toolchains {
  /** Directories and files to show read-only. */
  readonly readable: readonly string[];
  /** Files with passwords inside these. */
  readonly hidden: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

// The variable that moves an installer's directory, and where the directory is without it.
const INSTALLERS: readonly (readonly [variable: string, place: string])[] = [
  ['CARGO_HOME', '.cargo'],
  ['RUSTUP_HOME', '.rustup'],
  ['NVM_DIR', '.nvm'],
  ['FNM_DIR', '.local/share/fnm'],
  ['VOLTA_HOME', '.volta'],
  ['PNPM_HOME', '.local/share/pnpm'],
  ['BUN_INSTALL', '.bun'],
  ['DENO_INSTALL', '.deno'],
  ['PYENV_ROOT', '.pyenv'],
  ['PIPX_HOME', '.local/share/pipx'],
  ['UV_PYTHON_INSTALL_DIR', '.local/share/uv'],
  ['RBENV_ROOT', '.rbenv'],
  ['ASDF_DATA_DIR', '.asdf'],
  ['MISE_DATA_DIR', '.local/share/mise'],
  ['SDKMAN_DIR', '.sdkman'],
  ['JAVA_HOME', '.jdks'],
  ['GOROOT', 'sdk'],
  ['GOPATH', 'go'],
  ['GEM_HOME', '.gem'],
  ['DOTNET_ROOT', '.dotnet'],
  ['GHCUP_INSTALL_BASE_PREFIX', '.ghcup'],
  ['CONDA_PREFIX', 'miniconda3'],
];
const SETTINGS = ['.gitconfig', '.config/git'];
const PASSWORDS = [
  '.cargo/credentials',
  '.cargo/credentials.toml',
  '.config/git/credentials',
  '.gem/credentials',
];
const STORES = ['/nix/store', '/snap', '/etc/gitconfig', '/etc/npmrc', '/etc/pki'];

// What belongs to programs in PREFIX/bin; the prefix itself may hold anything.
const BESIDE_BIN = [
  'sbin',
  'lib',
  'lib64',
  'libexec',
  'include',
  'share',
  'etc',
  'conf',
  'jmods',
  'pkg',
  'src',
  'opt',
  'Cellar',
  'pyvenv.cfg',
];
const BIN = new Set(['bin', 'sbin', 'shims', 'libexec']);
const MOST_LINKS = 20;

/** Finds the toolchains of a user: those of known installers, and what stands on PATH. */
export function findToolchains(env: Environment, program?: string): Toolchains {
  const home = programHome(env);
  const found = new Set(STORES);
  for (const [variable, place] of INSTALLERS) {
    const moved = env[variable];
    if (moved !== undefined && isAbsolute(moved) && !isAbove(moved, home)) found.add(resolve(moved));
    if (home !== undefined) found.add(join(home, place));
  }
  if (home !== undefined) for (const file of SETTINGS) found.add(join(home, file));
  const bins = searchPath(env).map((entry) => resolve(entry));
  for (const bin of bins) for (const path of prefixOf(bin, home)) found.add(path);
  for (const file of linksOf(program)) for (const path of prefixOf(dirname(file), home)) found.add(path);
  const readable = [...found].filter((path) => existsSync(path) && !belongsToProject(path, env));
  const real = readable.map((path) => realpathSync(path)).filter((path) => !isAbove(path, home));
  return {
    readable: [...new Set([...readable, ...real])],
    hidden: passwordFiles(env, home).filter((path) => existsSync(path)),
  };
}

/** Returns the home directory that programs see; undefined if there is none of their own. */
export function programHome(env: Environment): string | undefined {
  const home = env['HOME'];
  if (home === undefined || !isAbsolute(home) || resolve(home) === sep) return undefined;
  return resolve(home);
}

// In ~/bin and ~/.local/bin only the programs themselves are shown: beside them are the user's own files.
function prefixOf(bin: string, home: string | undefined): string[] {
  if (isAbove(bin, home)) return [];
  const prefix = dirname(bin);
  const own = home !== undefined && (isAbove(prefix, home) || prefix === join(home, '.local'));
  if (!BIN.has(basename(bin)) || own || dirname(prefix) === prefix) return [bin];
  return [bin, ...BESIDE_BIN.map((name) => join(prefix, name))];
}

function linksOf(program: string | undefined): string[] {
  const files: string[] = [];
  for (let file = program; file !== undefined && files.length < MOST_LINKS; file = linkFrom(file))
    files.push(file);
  return files;
}

function linkFrom(file: string): string | undefined {
  try {
    return resolve(dirname(file), readlinkSync(file));
  } catch {
    return undefined;
  }
}

function passwordFiles(env: Environment, home: string | undefined): string[] {
  const cargo = env['CARGO_HOME'];
  const moved = cargo === undefined ? [] : [join(cargo, 'credentials'), join(cargo, 'credentials.toml')];
  return home === undefined ? moved : [...moved, ...PASSWORDS.map((file) => join(home, file))];
}

// A project installs packages into its own environment, so it stays as writable as the project.
function belongsToProject(path: string, env: Environment): boolean {
  const own = env['VIRTUAL_ENV'];
  const inEnvironment = own !== undefined && (path + sep).startsWith(resolve(own) + sep);
  return inEnvironment || path.split(sep).includes('node_modules');
}

// Whether showing a path would show the whole home directory.
function isAbove(path: string, home: string | undefined): boolean {
  const whole = resolve(path);
  return whole === sep || (home !== undefined && (home === whole || home.startsWith(whole + sep)));
}
