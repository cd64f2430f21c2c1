import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../src/cli/main';
import { temporaryDirectory } from '../../support/temporary-directory';

const COMMANDS = readdirSync(join(__dirname, '../../../src/cli/commands'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''));

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  const cwd = temporaryDirectory('tw-main');
  let [out, err] = ['', ''];
  const io = {
    cwd,
    env: { HOME: cwd },
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
  };
  return { code: await main(argv, io), out, err };
}

test.each(COMMANDS)(
  'an option that %s does not have is refused in one line, with the cure',
  async (command) => {
    const { code, out, err } = await run(command, '--nope');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^toolwright \w+: .*--nope: unknown option[.;] .+\n$/);
  },
);

test.each([
  ['generate', '--module', '--modules'],
  ['mtdf', '--strickt', '--strict'],
  ['new', '--clas', '--class'],
  ['serve', '--log-levle', '--log-level'],
])('%s %s: the nearest option is named', async (command, wrong, right) => {
  expect((await run(command, wrong)).err).toMatch(new RegExp(`did you mean ${right}\\b`, 'i'));
});

test('an option without its value is refused in one line', async () => {
  const { code, err } = await run('generate', '--modules');
  expect(code).toBe(2);
  expect(err).toMatch(/^toolwright generate: .*--modules.*\n$/);
});

test('serve takes no word but options, and does not serve then', async () => {
  const { code, out, err } = await run('serve', 'nonsense');
  expect({ code, out, err }).toEqual({
    code: 2,
    out: '',
    err: "toolwright serve: serve takes options only, got 'nonsense'\n",
  });
});
