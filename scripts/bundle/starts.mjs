// Starts real servers from a fresh bundle: what they run, and what V8 compiles for them, is what every start needs.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

// What a client sends when it starts a server and calls a tool: the path that must be fast.
const FIRST_WORDS = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
  { id: 3, method: 'tools/call', params: { name: 'guide_echo', arguments: { message: 'warm' } } },
  { id: 4, method: 'tools/call', params: { name: 'guide_echo', arguments: { massage: 'warm' } } },
];

// What a client asks a server that has prompts; it is the SDK that answers.
const PROMPTS = { id: 5, method: 'prompts/list' };

// How clients start the command: with options, and many where there is a file that its user trusts.
const SERVE = ['serve', '--root', '.'];
const TRUSTED_FILE = 'log: { level: info }\ntools:\n  write_file: { allowed_paths: [.] }\n';

/** Returns the names of the modules that a start of the command, or of an author's server, runs. */
export async function modulesOfStart(loader) {
  const command = await started('command.cjs', FIRST_WORDS, loader, 'list-modules.cjs', SERVE);
  const author = await started('author-server.cjs', FIRST_WORDS, loader, 'list-modules.cjs');
  return new Set([...command.split('\n'), ...author.split('\n')].filter(Boolean));
}

/** Stores what V8 compiles when the command and an author's server start. */
export async function fillCaches(loader) {
  await started('command.cjs', [...FIRST_WORDS, PROMPTS], loader, 'store-caches.cjs', SERVE);
  await started('author-server.cjs', FIRST_WORDS, loader, 'store-caches.cjs');
}

// Runs a server with a module loaded before it, whose report it returns.
async function started(program, words, loader, before, args = []) {
  const directory = mkdtempSync(join(tmpdir(), 'toolwright-build-'));
  const report = join(directory, 'report');
  const options = {
    cwd: directory,
    env: {
      PATH: process.env.PATH,
      HOME: directory,
      XDG_CONFIG_HOME: directory,
      LOADER: loader,
      REPORT: report,
    },
  };
  if (args === SERVE) {
    writeFileSync(join(directory, 'toolwright.yaml'), TRUSTED_FILE);
    execFileSync(process.execPath, [join(here, program), loader, 'trust'], { ...options, stdio: 'ignore' });
  }
  const child = spawn(
    process.execPath,
    ['--require', join(here, before), join(here, program), loader, ...args],
    { ...options, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const expected = words.filter(({ id }) => id !== undefined).length;
  let heard = 0;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    heard += text.split('\n').length - 1;
    if (heard >= expected) child.stdin.end();
  });
  child.stdin.write(words.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`the bundled server exited with ${code} instead of answering`);
  const said = readFileSync(report, 'utf8');
  rmSync(directory, { recursive: true, force: true });
  return said;
}
