import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { configElsewhere, notInForce, servedScript } from '../../../src/app/config-elsewhere';
import { warnOfConfigElsewhere } from '../../../src/app/warn-of-config-elsewhere';
import { silentLogger } from '../../../src/logger';
import { temporaryDirectory } from '../../support/temporary-directory';

const top = temporaryDirectory('tw-elsewhere');
const project = join(top, 'project');
const home = join(top, 'home');
const script = join(project, 'dist', 'src', 'server.js');
const config = join(project, 'toolwright.yaml');
mkdirSync(join(project, 'dist', 'src'), { recursive: true });
mkdirSync(home);
writeFileSync(join(project, 'package.json'), '{}');
writeFileSync(script, '');
writeFileSync(config, 'not: [even: yaml');

test('the file of the project that a script belongs to is found from anywhere else', async () => {
  expect(await configElsewhere(script, home)).toBe(config);
  expect(await configElsewhere(script, join(project, 'dist'))).toBe(config);
});

test('also through a link to the script', async () => {
  symlinkSync(script, join(home, 'server'));
  expect(await configElsewhere(join(home, 'server'), home)).toBe(config);
});

test('in the working directory it is found anyway, however that is named', async () => {
  symlinkSync(project, join(top, 'link'));
  expect(await configElsewhere(script, project)).toBeUndefined();
  expect(await configElsewhere(script, join(top, 'link'))).toBeUndefined();
});

test('a project above the nearest one is another, and its file is none of this', async () => {
  const inner = join(project, 'packages', 'inner');
  mkdirSync(inner, { recursive: true });
  writeFileSync(join(inner, 'package.json'), '{}');
  expect(await configElsewhere(join(inner, 'server.js'), home)).toBeUndefined();
});

test.each([
  ['only says which kind of modules it has', '{ "type": "module", "sideEffects": false }', config],
  ['has a name', '{ "type": "module", "name": "inner" }', undefined],
  ['has no name, but dependencies', '{ "type": "module", "dependencies": {} }', undefined],
  ['says nothing', '{}', undefined],
  ["can't be read", '{', undefined],
])('a package.json in the build that %s', async (_, text, expected) => {
  const built = join(project, 'dist', 'esm');
  mkdirSync(built, { recursive: true });
  writeFileSync(join(built, 'package.json'), text);
  expect(await configElsewhere(join(built, 'server.js'), home)).toBe(expected);
});

test('the warning names the file, where the server was started, and both cures', () => {
  expect(notInForce('/shop/toolwright.yaml', '/home/ada')).toBe(
    "/shop/toolwright.yaml is not in force, because the server was started in /home/ada: its rules and settings don't count. " +
      'Start the server with --cwd /shop, if you trusted the file, or with --config /shop/toolwright.yaml',
  );
});

test('nothing is looked for where a file is in force', () => {
  const steps: (() => unknown)[] = [];
  const setup = { log: silentLogger, onClose: (step: () => unknown) => void steps.push(step) };
  const began = (text: string | undefined, command: string[]): boolean => {
    const before = steps.length;
    const request = { cwd: home, env: {}, inForce: { text } };
    warnOfConfigElsewhere({ request }, { cwd: home, command }, setup);
    return steps.length > before;
  };
  expect(began('', ['node', script])).toBe(false);
  expect(began(undefined, ['node', script])).toBe(true);
  steps.forEach((step) => step());
});

test.each<[string | undefined, string[], string | undefined]>([
  [undefined, ['node', script], script],
  [undefined, ['node'], undefined],
  ['toolwright', ['node', script], script],
  ['../project/app.js', ['node', script], resolve(home, '../project/app.js')],
])('with --app %p the project of %j is that of %p', (app, command, expected) => {
  const request = { cwd: home, env: {}, ...(app !== undefined && { options: { app } }) };
  expect(servedScript(request, command)).toBe(expected);
});
