import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { runScript } from '../../src/process/run-script';
import { CANARY, entries, Playground } from '../support/policy-playground';
import { rounds } from '../support/rounds';

// Whatever line is made of real programs, real options and paths that lead out: if it is allowed, it shows nothing and
// changes nothing.
const RUNS = rounds(300, 6000);
const PROGRAMS =
  'cat ls grep egrep find sed awk sort uniq tee env xargs sh bash timeout nice head tail wc cp mv ln tar dd cut tr echo printf test touch mkdir stat readlink realpath diff cmp file du setsid od base64 split paste comm tac rev join column fold nl install truncate date sha256sum md5sum csplit expand fmt'.split(
    ' ',
  );
const LONG =
  'file files-from files0-from output recursive dereference exclude-from regexp expression in-place follow-symlinks check filter to-command directory target-directory reference no-dereference from-file random-source compress-program temporary-directory key field-separator delimiter fields null zero-terminated line-buffered quiet include from append suffix'.split(
    ' ',
  );
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'.split('');
const play = new Playground();
writeFileSync(join(play.root, 'list.txt'), `${play.canary}\n`);

const path = fc.constantFrom(
  '../outside/canary.txt',
  play.canary,
  'link-out',
  'dir-out',
  'dir-out/canary.txt',
  '../outside',
  '..',
  'sub/deep/up/outside/canary.txt',
  '../outside/new',
  'dangling',
  'dir-out/new',
  '/etc/passwd',
);
const harmless = fc.constantFrom(
  'a.txt',
  'sub',
  '.',
  'x',
  '1',
  'CANARY',
  '.*',
  'list.txt',
  '-',
  '--',
  's/a/b/',
  '{print}',
  '1p',
  '*',
  'l*',
  '{}',
  '+',
  ';',
  'out.txt',
);
const letters = fc
  .array(fc.constantFrom(...LETTERS), { minLength: 1, maxLength: 3 })
  .map((each) => `-${each.join('')}`);
const long = fc
  .constantFrom(...LONG)
  .chain((name) => fc.integer({ min: 3, max: name.length }).map((length) => `--${name.slice(0, length)}`));
const option = fc.oneof(
  letters,
  long,
  fc.tuple(letters, path).map(([name, value]) => name + value),
  fc.tuple(long, path).map(([name, value]) => `${name}=${value}`),
  fc.constantFrom(
    '-exec',
    '-name',
    '-type',
    'f',
    '-newer',
    '-o',
    '-print',
    '-maxdepth',
    '-fprint',
    '-delete',
    '-c',
    'if=../outside/canary.txt',
    'of=../outside/new',
    '-execdir',
    '-L',
    '-H',
  ),
);
const word = fc.oneof(
  { weight: 3, arbitrary: path },
  { weight: 4, arbitrary: harmless },
  { weight: 4, arbitrary: option },
  { weight: 1, arbitrary: fc.constantFrom(...PROGRAMS) },
);
const simple = fc
  .tuple(fc.constantFrom(...PROGRAMS), fc.array(word, { maxLength: 5 }))
  .map(([program, words]) => [program, ...words]);
const quote = (text: string) => (/^[\w./=-]+$/.test(text) ? text : `'${text}'`);
const line = fc
  .tuple(
    simple,
    fc.option(fc.tuple(fc.constantFrom('|', ';', '&&', '||', '>', '<', '>>', '2>'), simple), {
      nil: undefined,
    }),
  )
  .map(([first, more]) => {
    const head = first.map(quote).join(' ');
    if (!more) return head;
    return /[<>]/.test(more[0])
      ? `${head} ${more[0]} ${quote(more[1].at(-1)!)}`
      : `${head} ${more[0]} ${more[1].map(quote).join(' ')}`;
  });

test('an allowed line shows nothing and changes nothing outside', async () => {
  const { commands } = play.policies({
    execute_command: { allowedCommands: entries(...PROGRAMS), deniedCommands: entries('rm', 'chmod') },
  });
  let ran = 0;
  await fc.assert(
    fc.asyncProperty(line, async (text) => {
      const decision = commands.judgeLine('execute_command', text, { cwd: play.root });
      if (!decision.allowed) return;
      ran++;
      const options = { cwd: play.root, env: commands.environmentFor('execute_command'), timeoutMs: 700 };
      const outcome = await runScript(decision.steps, options);
      const shown = outcome.stdout + outcome.stderr;
      for (const secret of [CANARY, 'root:x:0:0', Buffer.from(CANARY).toString('base64')])
        expect(shown).not.toContain(secret);
      expect(readFileSync(play.canary, 'utf8')).toBe(CANARY);
      expect(readdirSync(play.outside)).toEqual(['canary.txt']);
    }),
    { numRuns: RUNS },
  );
  expect(ran).toBeGreaterThan(RUNS / 50);
}, 3_600_000);
