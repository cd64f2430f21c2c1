import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePort } from './free-port';
import { firstTool } from './consumer';
import { blocksOf, fileOf, notRun, type Block } from './pages';

const PRESUMED = join(__dirname, '..', 'fixtures', 'docs');
/** Pages that go on with the server of the first call. */
const AFTER_FIRST_CALL = ['docs/bundling.md', 'docs/authoring.md'];
/** Pages that presume what another one presumes. */
const PRESUMES_AS: Record<string, string> = { 'docs/inspect.md': 'docs/shell.md' };
/** The port that pages write; a free one takes its place. */
const PORT = /\b3000\b/g;

/** What became of a shell block. */
interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Follows a page literally in a directory of its own: writes the blocks that are files, runs the shell blocks in order, and
 * compares what they print with the output that the page shows. Throws where the page is wrong. What a page presumes, such as
 * an app that its reader has, is in test/fixtures/docs under the page's name.
 */
export async function followPage(page: string, consumer: string): Promise<void> {
  const folder = join(consumer, page.replace(/\W+/g, '-'));
  mkdirSync(join(folder, 'home'), { recursive: true });
  symlinkSync(join(consumer, 'node_modules'), join(folder, 'node_modules'));
  const presumed = join(PRESUMED, (PRESUMES_AS[page] ?? page).replace(/\.md$/, ''));
  if (existsSync(presumed)) cpSync(presumed, folder, { recursive: true });
  if (AFTER_FIRST_CALL.includes(page))
    for (const [file, text] of Object.entries(firstTool('commonjs'))) write(join(folder, file), text);
  const port = await freePort();
  const started: ChildProcess[] = [];
  let last: Ran | undefined;
  try {
    for (const block of blocksOf(page)) {
      const text = block.text.replace(PORT, String(port));
      if (fileOf(block)) write(join(folder, fileOf(block)!), text);
      else if (block.language === 'sh' && !notRun(block)) {
        if (block.info === 'serves') started.push(await serve(text, folder));
        else last = expectStatus(block, run(text, folder));
      } else if (block.language === 'text' && block.info.startsWith('output')) expectOutput(block, last!);
    }
  } finally {
    for (const child of started) await end(child);
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const shell = (text: string): string[] => ['-eo', 'pipefail', '-c', text];

// Nothing of this machine's user: neither the home nor the settings in the environment.
const environment = (folder: string): Record<string, string> => ({
  PATH: `${join(folder, 'node_modules', '.bin')}:${process.env['PATH'] ?? ''}`,
  HOME: join(folder, 'home'),
  TMPDIR: process.env['TMPDIR'] ?? '/tmp',
  NO_COLOR: '1',
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
});

function run(text: string, cwd: string): Ran {
  const { status, stdout, stderr } = spawnSync('bash', shell(text), {
    cwd,
    encoding: 'utf8',
    env: environment(cwd),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

function expectStatus(block: Block, ran: Ran): Ran {
  const wanted = Number(/exits=(\d+)/.exec(block.info)?.[1] ?? 0);
  if (ran.status === wanted) return ran;
  throw new Error(`${placeOf(block)} ended with ${ran.status}:\n${block.text}\n${ran.stdout}${ran.stderr}`);
}

// In an output block, … stands for whatever differs from run to run.
function expectOutput(block: Block, { stdout, stderr }: Ran): void {
  const printed = (block.info === 'output of stderr' ? stderr : stdout).trim();
  const pattern = block.text
    .trim()
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (new RegExp(`^${pattern.join('[^]*?')}$`).test(printed)) return;
  throw new Error(`${placeOf(block)} shows another output than was printed:\n${printed}`);
}

const placeOf = ({ page, line }: Block): string => `${page}:${line}`;

// Starts a server in a process group of its own, and waits until it prints its address.
async function serve(text: string, cwd: string): Promise<ChildProcess> {
  const child = spawn('bash', shell(text), {
    cwd,
    env: environment(cwd),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr!.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (/https?:\/\/\S+:\d+/.test(printed)) resolve();
    });
    child.once('exit', () => reject(new Error(`ended at once:\n${text}\n${printed}`)));
  });
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
}
