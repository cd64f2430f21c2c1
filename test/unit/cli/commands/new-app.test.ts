import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from '../../../../src/cli/commands/new';
import { temporaryDirectory } from '../../../support/temporary-directory';

async function created(...args: string[]): Promise<{ depends: string; said: string }> {
  const cwd = temporaryDirectory('tw-new-app');
  mkdirSync(join(cwd, 'packed'));
  writeFileSync(join(cwd, 'packed', 'toolwright.tgz'), '');
  let said = '';
  await command.run(['app', 'projects/notes', ...args], {
    cwd,
    env: {},
    stdout: (text) => (said += text),
    stderr: () => undefined,
  });
  const { dependencies } = JSON.parse(readFileSync(join(cwd, 'projects/notes/package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return { depends: dependencies['toolwright']!, said };
}

test('a new app depends on the published package, and says how to take a packed file instead', async () => {
  const { depends, said } = await created();
  expect(depends).toMatch(/^\^\d/);
  expect(said).toMatch(
    /npm install {3}# toolwright \^\S+; a packed file instead: new app … --toolwright FILE\n/,
  );
});

test.each([
  ['packed/toolwright.tgz', 'file:../../packed/toolwright.tgz'],
  ['file:packed/toolwright.tgz', 'file:../../packed/toolwright.tgz'],
  ['1.2.3', '1.2.3'],
  ['https://example.com/toolwright.tgz', 'https://example.com/toolwright.tgz'],
])('--toolwright %s is found from the project, too', async (named, written) => {
  expect((await created('--toolwright', named)).depends).toBe(written);
});

test.each([
  'packed/gone.tgz',
  'file:packed/gone',
  './toolwright',
  '../toolwright-0.1.0.tgz',
  '/nowhere/toolwright',
])('--toolwright %s: a file that is not there is refused before anything is written', async (named) => {
  await expect(created('--toolwright', named)).rejects.toThrow(
    /^--toolwright: there is no file \S+; make one/,
  );
});

test.each(['latest', '^0.1.0', 'git+https://example.com/toolwright.git', 'npm:other@1', 'owner/toolwright'])(
  '--toolwright %s is no file',
  async (named) => {
    expect((await created('--toolwright', named)).depends).toBe(named);
  },
);
