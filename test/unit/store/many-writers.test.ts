import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { GuideStore } from '../../../src/store/guide-store';
import { FlagStore } from '../../../src/flags/flag-store';
import { bundle } from '../../support/bundle';
import { rounds } from '../../support/rounds';
import { temporaryDirectory } from '../../support/temporary-directory';

const WRITES = rounds(40, 400);
const EDITS = rounds(30, 300);
const KILLS = rounds(10, 100);
const editor = join(__dirname, '..', '..', 'fixtures', 'flags', 'editor.cjs');
let directory: string;
let writer: string;

beforeAll(async () => {
  directory = temporaryDirectory('toolwright-writers');
  writer = await bundle('flags/writer.ts', join(directory, 'writer.cjs'));
});

function home(name: string, text: string): { path: string; file: string } {
  const path = join(directory, name);
  mkdirSync(path);
  writeFileSync(join(path, 'config.yaml'), text);
  return { path, file: join(path, 'config.yaml') };
}

async function ended(child: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  child.stderr!.on('data', (chunk) => (errors += String(chunk)));
  child.stdout?.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, errors };
}

test('two servers and an editor change flags at once, and nothing is lost', async () => {
  const { path, file } = home('together', '# mine\nkept: { by: hand }\nfeature_flags: {}\n');
  const servers = ['a', 'b'].map((who) =>
    spawn(process.execPath, [writer, path, who, String(WRITES)], { stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  const people = spawn(process.execPath, [editor, file, String(EDITS)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const results = await Promise.all([...servers, people].map(ended));
  expect(results).toEqual([0, 0, 0].map((code) => ({ code, errors: '' })));
  const text = readFileSync(file, 'utf8');
  const data = parseDocument(text).toJS() as { kept: unknown; feature_flags: Record<string, string> };
  expect(data.kept).toEqual({ by: 'hand' });
  for (const who of ['a', 'b']) {
    for (let digit = 0; digit < 10; digit++)
      expect(data.feature_flags[`${who}-${digit}`]).toBe(String(digit === 0 ? WRITES : WRITES - 10 + digit));
  }
  const lines = text.split('\n');
  for (let turn = 1; turn <= EDITS; turn++)
    expect(lines).toContain(turn % 2 ? `hand_${turn}: ${turn}` : `# note ${turn}`);
  expect(lines[0]).toBe('# mine');
}, 600_000);

test('kill -9 during writes never leaves an invalid file or loses what was acknowledged', async () => {
  const { path, file } = home('killed', '# mine\nfeature_flags: { keep: me }\n');
  for (let round = 0; round < KILLS; round++) {
    const child = spawn(process.execPath, [writer, path, 'k', '1000000'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let told = '';
    child.stdout.on('data', (chunk) => (told += String(chunk)));
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 12));
    child.kill('SIGKILL');
    await once(child, 'close');
    const acknowledged = Number(told.trimEnd().split('\n').pop());
    const text = readFileSync(file, 'utf8');
    const document = parseDocument(text);
    expect(document.errors).toEqual([]);
    const flags = (document.toJS() as { feature_flags: Record<string, string> }).feature_flags;
    expect(flags['keep']).toBe('me');
    expect(text.startsWith('# mine\n')).toBe(true);
    expect([acknowledged, acknowledged + 10].map(String)).toContain(flags[`k-${acknowledged % 10}`]);
    // What a killed server leaves locked is free after five seconds; the test doesn't wait for that each time.
    rmSync(join(path, 'config.yaml.lock'), { recursive: true, force: true });
  }
}, 600_000);

test('the lock of a killed server is taken over, and its drafts are removed', async () => {
  const { path, file } = home('left', 'feature_flags: {}\n');
  mkdirSync(join(path, 'config.yaml.lock'));
  const old = join(path, '.config.yaml.abc.tmp');
  writeFileSync(old, 'half');
  utimesSync(old, 1, 1);
  const flags = new FlagStore(new GuideStore({ directory: path }));
  await flags.setGlobal('x', true);
  expect(parseDocument(readFileSync(file, 'utf8')).toJS()).toEqual({ feature_flags: { x: true } });
  expect(readdirSync(path)).toEqual(['config.yaml']);
}, 30_000);

test('a lock that is held for good ends in an answer, not in waiting', async () => {
  const { path } = home('held', 'feature_flags: {}\n');
  const { lock } = await import('proper-lockfile');
  const release = await lock(join(path, 'config.yaml'), { realpath: false, stale: 5_000, update: 1_000 });
  const flags = new FlagStore(new GuideStore({ directory: path, lockWaitMs: 300 }));
  await expect(flags.setGlobal('x', true)).rejects.toMatchObject({ kind: 'lock_error' });
  await release();
  await flags.setGlobal('x', true);
});
