import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BuiltinServer } from '../support/builtin-server';
import { CANARY, Playground } from '../support/policy-playground';

const SWAP = join(__dirname, '../fixtures/process/swap.cjs');
const ROUNDS = 120;

// Another process exchanges a file or directory for a link that leads out, while the tools use it.
async function swapping(name: string, honest: string, link: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [SWAP, name, honest, link], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise((resolve) => child.stdout!.once('data', resolve));
  return child;
}

describe.each([
  ['a file', (root: string) => writeFileSync(join(root, 'honest'), 'honest'), 'canary.txt', 'x'],
  [
    'a directory',
    (root: string) => (
      mkdirSync(join(root, 'honest')),
      writeFileSync(join(root, 'honest/canary.txt'), 'honest')
    ),
    '.',
    'x/canary.txt',
  ],
] as const)('a link put in the place of %s', (_, make, target, path) => {
  const play = new Playground();
  let server: BuiltinServer;
  let swapper: ChildProcess;
  beforeAll(async () => {
    make(play.root);
    symlinkSync(join(play.outside, target), join(play.root, 'evil'));
    cpSync(join(play.root, 'honest'), join(play.root, 'x'), { recursive: true });
    server = await BuiltinServer.start({ directory: play.root, config: 'sandbox: off\n' });
    swapper = await swapping(join(play.root, 'x'), join(play.root, 'honest'), join(play.root, 'evil'));
  });
  afterAll(async () => {
    swapper.kill('SIGKILL');
    await new Promise((resolve) => swapper.once('close', resolve));
    await server.close();
  });

  test('is never read through', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const { text, isError } = await server.call('read_file', { path });
      expect(text).not.toContain(CANARY);
      seen.add(isError ? 'refused' : text);
    }
    expect(seen.has('honest') || seen.has('refused')).toBe(true);
  });

  test('is never written through', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await server.call('write_file', { path, content: 'OVERWRITTEN', create_dirs: round % 2 === 0 });
    }
    expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
    expect(readdirSync(play.outside)).toEqual(['canary.txt']);
  });

  test('is never searched or listed through', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const search = await server.call('search_files', { path: '.', content: 'CANARY' });
      expect(search.text).not.toContain(CANARY);
      const list = await server.call('list_directory', { path: 'x', recursive: true });
      expect(list.isError || !list.text.includes(String(CANARY.length))).toBe(true);
    }
  });

  test('is never redirected to', async () => {
    for (let round = 0; round < ROUNDS / 8; round++)
      await server.call('execute_command', { command: `cat a.txt > ${path}` });
    expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
  });
});

describe('a file that is being written', () => {
  test('is the old or the new one at every moment, never half of one', async () => {
    const play = new Playground();
    const file = join(play.root, 'whole.txt');
    const contents = ['A', 'B'].map((letter) => letter.repeat(2_000_000));
    writeFileSync(file, contents[0]!);
    const server = await BuiltinServer.start({ directory: play.root });
    const writes = Promise.all(
      contents.map((content) => server.call('write_file', { path: 'whole.txt', content })),
    );
    for (let look = 0; look < 200; look++) {
      const now = readFileSync(file, 'utf8');
      expect(contents.includes(now)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writes;
    await server.close();
  });
});
