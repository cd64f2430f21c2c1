import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs, WITH_MOUNTS, WITHOUT_PROC } from '../support/needs';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

let home: string;
beforeEach(() => {
  home = temporaryDirectory('bare-system');
  mkdirSync(join(home, 'work'));
  writeFileSync(join(home, 'work', 'a.txt'), 'alpha\n');
});

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
const node = (...words: string[]): string => [process.execPath, COMMAND, ...words].map(quoted).join(' ');
function inNamespace(through: readonly string[], line: string) {
  return spawnSync(through[0]!, [...through.slice(1), line], {
    cwd: join(home, 'work'),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home },
    timeout: 120_000,
  });
}

// A file that is no program in the place of the shells and of bubblewrap.
const BARE =
  'for file in "$(command -v bwrap || true)" "$(command -v prlimit || true)" /bin/bash "$(readlink -f /bin/sh)"; do ' +
  'if [ -e "$file" ]; then mount --bind /dev/null "$(readlink -f "$file")"; fi; done; ';

needs('hidden /proc').describe('without /proc, bubblewrap, prlimit and a shell', () => {
  test.each([
    ['read_file', { path: 'a.txt' }, 'alpha'],
    ['write_file', { path: 'b.txt', content: 'x' }, 'b.txt'],
    ['list_directory', { path: '.' }, 'a.txt'],
    ['search_files', { path: '.', pattern: '*.txt' }, 'a.txt'],
    ['execute_command', { command: 'ls' }, 'a.txt'],
    ['execute_command', { command: 'cat a.txt | grep alpha' }, 'alpha'],
    ['system_info', {}, 'platform'],
    ['run', { command: 'return 6 * 7' }, '42'],
    ['set_feature_flag', { feature_name: 'x', value: 'y' }, 'set to'],
  ])('%s %j still works', (tool, args, expected) => {
    const result = inNamespace(WITHOUT_PROC, `${BARE} exec ${node('call', tool, JSON.stringify(args))}`);
    expect([result.status, result.stderr]).toEqual([0, expect.not.stringContaining('Error:')]);
    expect(result.stdout).toContain(expected);
  });

  test('a definition runs, and `sandbox: required` refuses with the reason', () => {
    const words = ['call', 'files_ls', '{"paths": ["."]}', '--enable', 'files'];
    const free = inNamespace(WITHOUT_PROC, `${BARE} exec ${node(...words)}`);
    expect(free.stdout + free.stderr).toContain('a.txt');
    const required = inNamespace(WITHOUT_PROC, `${BARE} exec ${node(...words, '--sandbox', 'required')}`);
    expect(required.status).not.toBe(0);
    expect(required.stdout + required.stderr).toMatch(/bubblewrap/);
  });
});

needs('small file systems').describe('a disk that is full', () => {
  const full = (directory: string, line: string): string =>
    `mount -t tmpfs -o size=16k none ${quoted(directory)} && cp -a ${quoted(`${directory}-before`)}/. ${quoted(directory)} && ` +
    `(dd if=/dev/zero of=${quoted(join(directory, 'filler'))} bs=1k count=64 2>/dev/null || true); ${line}; code=$?; ` +
    `rm -f ${quoted(join(directory, 'filler'))}; mkdir -p ${quoted(`${directory}-after`)}; cp -a ${quoted(directory)}/. ${quoted(`${directory}-after`)}; exit $code`;

  test.each([
    [
      'flags',
      'config.yaml',
      '# mine\nfeature_flags:\n  a: old\n',
      ['call', 'set_feature_flag', '{"feature_name": "a", "value": "new"}', '-c'],
    ],
    ['trust', 'toolwright/trust.json', '{"version": 1, "directories": {}}\n', ['trust']],
  ])('leaves %s as they were, and says so', (_what, file, text, words) => {
    const directory = join(home, 'state');
    mkdirSync(directory);
    mkdirSync(join(`${directory}-before`, 'toolwright'), { recursive: true });
    writeFileSync(join(`${directory}-before`, file), text);
    writeFileSync(join(home, 'work', 'toolwright.yaml'), 'consent: ask\n');
    const options = words.at(-1) === '-c' ? [...words, directory] : words;
    const line = `XDG_STATE_HOME=${quoted(directory)} ${node(...options)}`;
    const { status, stdout, stderr } = inNamespace(WITH_MOUNTS, full(directory, line));
    expect(status).not.toBe(0);
    expect(stdout + stderr).toMatch(/ENOSPC|no space left/i);
    expect(readFileSync(join(`${directory}-after`, file), 'utf8')).toBe(text);
    const left = readdirSync(`${directory}-after`, { recursive: true }).map(String);
    expect(left.filter((name) => /\.tmp$|\.lock$/.test(name))).toEqual([]);
  });
});
