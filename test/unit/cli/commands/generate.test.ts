import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, type Told } from '../../../support/command-line';
import { folderWith } from '../../../support/installed-project';

const root = join(__dirname, '../../../..');
const PACKAGE = JSON.stringify(join(root, 'src/index.ts'));
const ECHO = join(root, 'src/tools/echo.ts');

async function run(cwd: string, ...args: string[]): Promise<Told> {
  return commandLine(['generate', ...args], { cwd });
}

test.each([[[]], [['--check']]])('a module without a tool class is said to have none (%j)', async (more) => {
  const cwd = folderWith({ 'helper.cjs': 'exports.helper = () => 1;\n' });
  expect(await run(cwd, '--modules', 'helper.cjs', ...more)).toEqual({
    code: 1,
    out: '',
    err: 'no tool class was found in helper.cjs; classes with @Tool have to be exported there\n',
  });
  expect(existsSync(join(cwd, 'toolwright.manifest.json'))).toBe(false);
});

test('an app that has none is told why its manifest is empty', async () => {
  const cwd = folderWith({
    'app.cjs': `const { defineApp, defineTool } = require(${PACKAGE});
const tool = defineTool({ name: 'x', description: 'x', inputSchema: { type: 'object', properties: {} }, run: () => 'x' });
module.exports = defineApp({ name: 'notes', packs: [], tools: [tool] });
`,
  });
  expect(await run(cwd, '--app', 'app.cjs')).toEqual({
    code: 0,
    out: 'toolwright.manifest.json: 0 tools, since tools of defineTool need no manifest\n',
    err: '',
  });
});

test('--check says that a manifest is up to date, or that it is not', async () => {
  const cwd = folderWith({});
  expect((await run(cwd, '--modules', ECHO)).code).toBe(0);
  expect(await run(cwd, '--modules', ECHO, '--check')).toEqual({
    code: 0,
    out: 'toolwright.manifest.json is up to date: 1 tool, types unchecked (no --sources)\n',
    err: '',
  });
  const file = join(cwd, 'toolwright.manifest.json');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
  expect(await run(cwd, '--modules', ECHO, '--check')).toMatchObject({ code: 1, out: '' });
});
