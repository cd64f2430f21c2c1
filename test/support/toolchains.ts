import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

// Exact versions, so that a new release of one of them can't fail our build. Each is the newest that runs on Node 20; Node
// itself is the oldest that we ask for.
const PACKAGES = {
  'typescript-5.4': 'npm:typescript@5.4.5',
  'typescript-6': 'npm:typescript@6.0.3',
  'typescript-7': 'npm:typescript@7.0.2',
  'node-20.0': `npm:node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}@20.0.0`,
  tsx: '4.23.15',
  '@swc/core': '1.16.22',
  vitest: '4.1.12',
  bun: '1.4.4',
  deno: '2.9.6',
  rollup: '4.68.2',
  '@rollup/plugin-commonjs': '29.0.3',
  '@rollup/plugin-node-resolve': '16.0.3',
  '@rollup/plugin-json': '6.1.0',
  '@vercel/ncc': '0.45.0',
};

// Clients that people use, with their peers. Those that ask for a newer Node than 20 also run on it.
const CLIENTS = {
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/client': '2.4.0',
  '@modelcontextprotocol/inspector': '0.16.8',
  '@ai-sdk/mcp': '2.0.96',
  '@langchain/core': '1.2.13',
  '@langchain/langgraph': '1.4.10',
  '@langchain/mcp-adapters': '1.1.4',
  mcporter: '0.12.3',
  zod: '4.6.7',
};

// Frameworks that people move from; the pages in docs/migration show the same server in each.
const FRAMEWORKS = {
  '@modelcontextprotocol/core': '2.4.0',
  '@modelcontextprotocol/node': '2.1.2',
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/server': '2.4.0',
  '@nestjs/common': '12.4.2',
  '@nestjs/core': '12.4.2',
  '@nestjs/microservices': '12.1.1',
  '@nestjs/platform-express': '12.4.2',
  '@rekog/mcp-nest': '2.0.5',
  '@types/node': '20.19.43',
  express: '5.2.1',
  fastmcp: '4.20.16',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
  zod: '4.6.7',
};

// What judges the things that `toolwright pack` makes.
const PACKERS = {
  '@anthropic-ai/mcpb': '2.1.2',
  'dockerfile-ast': '0.7.1',
  'dockerfile-utils': '0.16.3',
};

const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'toolwright-tests');
const toolchains = place('toolchains', PACKAGES);
// Their peers are named above: ranges that a new release leaves unmet would fail the installation.
const clients = place('clients', CLIENTS, '--legacy-peer-deps');
const frameworks = place('frameworks', FRAMEWORKS);
const packers = place('packers', PACKERS);

interface Place {
  readonly directory: string;
  /** Its package.json. */
  readonly text: string;
  /** Further options of npm. */
  readonly options: readonly string[];
}

function place(name: string, dependencies: Readonly<Record<string, string>>, ...options: string[]): Place {
  const text = JSON.stringify({ name, private: true, dependencies }, null, 1);
  const key = createHash('sha256').update(`${text} ${process.platform} ${process.arch}`).digest('hex');
  return { directory: join(cache, `${name}-${key.slice(0, 16)}`), text, options };
}

const LONGEST_INSTALLATION = 300_000;

/** How the reason begins if npm's registry can't be reached at all. */
export const UNREACHABLE = 'npm cannot reach its registry';
const NO_NETWORK = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT)\b/;

/** Installs the compilers and bundlers that are tried, once for all runs; returns why that failed, if it did. */
export function installToolchains(): string | undefined {
  return install(toolchains);
}

/** The same for the clients. */
export function installClients(): string | undefined {
  return install(clients);
}

/** The same for the frameworks that people move from. */
export function installFrameworks(): string | undefined {
  return install(frameworks);
}

/** The same for the tools that pack servers and judge what was packed. */
export function installPackers(): string | undefined {
  return install(packers);
}

function install(place: Place): string | undefined {
  mkdirSync(cache, { recursive: true });
  const lock = `${place.directory}.lock`;
  const ours = takeTurn(lock, place.directory);
  try {
    return existsSync(place.directory) ? undefined : installNow(place);
  } finally {
    if (ours) rmSync(lock, { recursive: true, force: true });
  }
}

// Suites that need the same installation start together: one makes it, the others wait for it. Returns whether this is the one.
function takeTurn(lock: string, installed: string): boolean {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < LONGEST_INSTALLATION && !existsSync(installed); waited += 200) {
    try {
      mkdirSync(lock);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    Atomics.wait(clock, 0, 0, 200);
  }
  // A run that was killed left its lock behind.
  return !existsSync(installed);
}

function installNow({ directory: installed, text, options: more }: Place): string | undefined {
  const draft = mkdtempSync(join(cache, 'draft-'));
  writeFileSync(join(draft, 'package.json'), text);
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--fetch-retries=1'];
  const { error, status, stderr } = spawnSync('npm', ['install', ...options, ...more], {
    cwd: draft,
    encoding: 'utf8',
    timeout: LONGEST_INSTALLATION,
  });
  try {
    if (error) return error.message;
    const code = status === 0 ? undefined : NO_NETWORK.exec(stderr)?.[0];
    if (code) return `${UNREACHABLE} (${code})`;
    if (status !== 0)
      return `npm install failed: ${stderr.split('\n').find((line) => /error/i.test(line)) ?? stderr}`;
    renameSync(draft, installed);
    return undefined;
  } catch (problem) {
    // Another run was faster.
    return existsSync(installed) ? undefined : (problem as Error).message;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The path of an installed toolchain's package, or of a file in it. */
export function toolchain(name: keyof typeof PACKAGES | `@${string}`, file = ''): string {
  return join(toolchains.directory, 'node_modules', name, file);
}

/** The path of an installed client's package, or of a file in it. */
export function clientPackage(name: keyof typeof CLIENTS, file = ''): string {
  return join(clients.directory, 'node_modules', name, file);
}

/** The path of an installed tool of packing, or of a file in it. */
export function packer(name: keyof typeof PACKERS, file = ''): string {
  return join(packers.directory, 'node_modules', name, file);
}

/** The directory with the installed frameworks. */
export const frameworkPackages = (): string => join(frameworks.directory, 'node_modules');
