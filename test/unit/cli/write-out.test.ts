import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, type Told } from '../../support/command-line';
import { temporaryDirectory } from '../../support/temporary-directory';

const tools = join(__dirname, '../../../src/tools');

// Every command that writes a file named by `--out`.
const WRITERS = {
  snapshot: { words: ['snapshot', '--app', 'toolwright', '--pack', 'utility'], file: 'contract.json' },
  'docs as a page': { words: ['docs', '--app', 'toolwright', '--pack', 'utility'], file: 'tools.html' },
  'docs as markdown': { words: ['docs', '--app', 'toolwright', '--pack', 'utility'], file: 'tools.md' },
  generate: { words: ['generate', '--modules', join(tools, 'echo.ts')], file: 'manifest.json' },
} as const;

const FOREIGN = {
  'package.json': '{ "name": "mine", "version": "1.0.0" }\n',
  'README.md': '# Mine\n\nWritten by hand with toolwright docs in mind.\n',
  'index.html': '<!doctype html>\n<title>Mine</title>\n',
  'notes.json': 'not even JSON',
} as const;

async function run(cwd: string, ...argv: string[]): Promise<Told> {
  return commandLine(argv, { cwd });
}

describe.each(Object.entries(WRITERS))('%s', (_, { words, file }) => {
  const ending = file.replace(/^.*\./, '.');

  test('writes a file that is not there, and again what it wrote', async () => {
    const cwd = temporaryDirectory('tw-out');
    expect((await run(cwd, ...words, '--out', file)).code).toBe(0);
    const first = readFileSync(join(cwd, file), 'utf8');
    writeFileSync(join(cwd, file), `${first}\n`);
    expect((await run(cwd, ...words, '--out', file)).code).toBe(0);
    expect(readFileSync(join(cwd, file), 'utf8')).toBe(first);
  });

  test('fills an empty file, and follows a link to one of its own', async () => {
    const cwd = temporaryDirectory('tw-out');
    writeFileSync(join(cwd, file), '');
    symlinkSync(file, join(cwd, `link${ending}`));
    expect((await run(cwd, ...words, '--out', `link${ending}`)).code).toBe(0);
    expect(readFileSync(join(cwd, file), 'utf8')).not.toBe('');
  });

  test.each(Object.entries(FOREIGN))('replaces %s only by force', async (name, text) => {
    const cwd = temporaryDirectory('tw-out');
    // The ending chooses the format of a page, so each is tried with that of the command.
    const other = `${name}${ending}`;
    writeFileSync(join(cwd, other), text);
    const { code, out, err } = await run(cwd, ...words, '--out', other);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err.trimEnd().split('\n').at(-1)).toMatch(
      new RegExp(`^toolwright ${words[0]}: ${other} exists and is not .*--force$`),
    );
    expect(readFileSync(join(cwd, other), 'utf8')).toBe(text);
    expect((await run(cwd, ...words, '--out', other, '--force')).code).toBe(0);
    expect(readFileSync(join(cwd, other), 'utf8')).not.toContain(text);
  });

  test('takes what another of them wrote for foreign', async () => {
    const cwd = temporaryDirectory('tw-out');
    for (const other of Object.values(WRITERS)) {
      if (other.words[0] === words[0]) continue;
      await run(cwd, ...other.words, '--out', other.file);
      const text = readFileSync(join(cwd, other.file), 'utf8');
      writeFileSync(join(cwd, `other${ending}`), text);
      expect((await run(cwd, ...words, '--out', `other${ending}`)).code).toBe(2);
    }
  });

  test('names what is no file', async () => {
    const cwd = temporaryDirectory('tw-out');
    mkdirSync(join(cwd, `folder${ending}`));
    expect(await run(cwd, ...words, '--out', `folder${ending}`)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--out: folder${ending} is a directory; name a file`) as string,
    });
  });

  test('prints for -', async () => {
    const cwd = temporaryDirectory('tw-out');
    const { code, out } = await run(cwd, ...words, '--out', '-');
    expect([code, out]).toEqual([0, expect.stringMatching(/^[{<]/)]);
  });
});

test.each(Object.entries(FOREIGN))(
  'diff %s does not advise to write a contract over it',
  async (name, text) => {
    const cwd = temporaryDirectory('tw-out');
    writeFileSync(join(cwd, name), text);
    const { code, err } = await run(cwd, 'diff', name, '--app', 'toolwright');
    expect(code).toBe(2);
    expect(err).toMatch(new RegExp(`${name} is not .*; name the file that 'toolwright snapshot' wrote\n$`));
    expect(err).not.toContain('--out');
  },
);

test('a contract that two branches damaged may be written anew, as diff advises', async () => {
  const cwd = temporaryDirectory('tw-out');
  await run(cwd, ...WRITERS.snapshot.words);
  const file = join(cwd, 'toolwright.contract.json');
  writeFileSync(file, `<<<<<<< ours\n${readFileSync(file, 'utf8')}=======\n`);
  const { err } = await run(cwd, 'diff', '--app', 'toolwright');
  expect(err).toContain("write it anew with 'toolwright snapshot --out toolwright.contract.json'");
  expect((await run(cwd, ...WRITERS.snapshot.words, '--out', 'toolwright.contract.json')).code).toBe(0);
});

test.each(['t.pdf', 't.docx', 't.json', 't.HTMLX'])('docs writes no page into %s', async (name) => {
  const cwd = temporaryDirectory('tw-out');
  const { code, err } = await run(cwd, ...WRITERS['docs as a page'].words, '--out', name);
  expect([code, err]).toEqual([
    2,
    `toolwright docs: --out: ${name} is neither a page (.html, .htm) nor markdown (.md, .markdown)\n`,
  ]);
  expect(existsSync(join(cwd, name))).toBe(false);
});

test.each([
  ['t.html', '<!doctype'],
  ['t.HTM', '<!doctype'],
  ['t.markdown', '<!--'],
  ['tools', '<!doctype'],
])('docs --out %s begins with %s', async (name, begin) => {
  const cwd = temporaryDirectory('tw-out');
  expect((await run(cwd, ...WRITERS['docs as a page'].words, '--out', name)).code).toBe(0);
  expect(readFileSync(join(cwd, name), 'utf8').startsWith(begin)).toBe(true);
});
