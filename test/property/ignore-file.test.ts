import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Directory } from '../../src/disk/open-directory';
import { IgnoreFile } from '../../src/disk/ignore-file';
import { IgnoreRules } from '../../src/disk/ignore-rules';
import { needs } from '../support/needs';
import { temporaryDirectory } from '../support/temporary-directory';

const SEGMENTS = ['a', 'ab', 'b.c', '*', '?', 'a*', '*b', '[ab]', '[!a]*', '**', 'a{b}', '\\*', 'x y'];
const PATHS = [
  'a',
  'ab',
  'b',
  'b.c',
  'a/a',
  'a/ab',
  'a/b/b.c',
  'ab/a/b',
  'x y',
  'a/x y',
  'b/ab/a',
  'a{b}',
  '*',
];

// A small generator of its own, so that a failure can be repeated.
function random(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * most);
  };
}

function pattern(pick: (most: number) => number): string {
  const parts = Array.from({ length: 1 + pick(3) }, () => SEGMENTS[pick(SEGMENTS.length)]!);
  return `${pick(5) === 0 ? '!' : ''}${pick(4) === 0 ? '/' : ''}${parts.join('/')}${pick(4) === 0 ? '/' : ''}`;
}

needs('git').test('rules of .gitignore mean what they mean to git', async () => {
  const root = temporaryDirectory('tw-ignore');
  execFileSync('git', ['init', '-q'], { cwd: root });
  for (const path of PATHS.filter((one) => !PATHS.some((other) => other.startsWith(`${one}/`)))) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), '');
  }
  const directories = new Set(
    PATHS.flatMap((path) => path.split('/').map((_, at, all) => all.slice(0, at).join('/'))),
  );
  for (let seed = 1; seed <= 150; seed++) {
    const pick = random(seed);
    const rules = Array.from({ length: 1 + pick(4) }, () => pattern(pick)).join('\n');
    writeFileSync(join(root, '.gitignore'), `${rules}\n`);
    const { stdout } = spawnSync('git', ['check-ignore', '--no-index', '--stdin'], {
      cwd: root,
      input: PATHS.join('\n'),
      encoding: 'utf8',
    });
    const theirs = new Set(stdout.split('\n').map((line) => line.replace(/^"(.*)"$/, '$1')));
    const directory = await Directory.open(root);
    const ours = await new IgnoreRules().with(directory, '', true);
    await directory.close();
    const ignored = (path: string): boolean => {
      const parent = dirname(path);
      return (parent !== '.' && ignored(parent)) || ours.ignores(path, directories.has(path));
    };
    expect([rules, PATHS.filter(ignored)]).toEqual([rules, PATHS.filter((path) => theirs.has(path))]);
  }
});

test('a hostile rule costs no more than its length times that of the name', () => {
  const rules = new IgnoreFile(`${'*a'.repeat(400)}b\n`);
  expect(rules.verdict('a'.repeat(250), false)).toBeUndefined();
});
