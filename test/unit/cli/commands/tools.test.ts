import { join } from 'node:path';
import { commandLine, type Told } from '../../../support/command-line';
import { folderWith } from '../../../support/installed-project';

const PACKAGE = JSON.stringify(join(__dirname, '../../../../src/index.ts'));
const files = {
  'app.cjs': `const { defineApp, defineTool } = require(${PACKAGE});
const tool = (name) => defineTool({ name, description: 'Says ' + name + '.', inputSchema: { type: 'object', properties: {} }, run: () => name });
module.exports = defineApp({ name: 'vets', packs: [], tools: [tool('opening_hours'), tool('prices')] });
`,
};

async function run(...args: string[]): Promise<Told> {
  const cwd = folderWith(files);
  return commandLine([...args, '--app', 'app.cjs'], { cwd });
}

test.each(['full', 'compact', 'terse'])(
  'tools --json and describe --json have the text that clients list with --descriptions %s',
  async (detail) => {
    const all = JSON.parse((await run('tools', '--json', '--descriptions', detail)).out) as object[];
    const one = JSON.parse((await run('describe', 'prices', '--json', '--descriptions', detail)).out) as {
      description: string;
    };
    expect(all).toContainEqual(one);
    expect(one.description.includes('## JSON Schema')).toBe(detail === 'full');
  },
);

test('nothing is said where clients see the same', async () => {
  expect(await run('tools')).toMatchObject({ code: 0, err: '' });
});

test('a prefix that clients see is said in one line', async () => {
  const { out, err } = await run('tools', '--prefix', 'vet');
  expect(out).toMatch(/^opening_hours /);
  expect(err).toBe('clients see these names with a prefix, such as vet_opening_hours; call takes either\n');
});

test.each(['code', 'search'])(
  'what clients see instead with --expose %s is said in one line',
  async (expose) => {
    const { out, err } = await run('tools', '--expose', expose);
    expect(out).toContain('opening_hours');
    expect(err).toMatch(new RegExp(`^clients see only these, since expose is ${expose}: [a-z_, ]+\\n$`));
    expect(err).not.toContain('opening_hours');
  },
);

test('both at once', async () => {
  const { err } = await run('tools', '--expose', 'code', '--prefix', 'vet');
  expect(err).toMatch(/^clients see only these, since expose is code: vet_run, [a-z_, ]+\n$/);
});

test.each([
  ['call', 'vet_opening_hours'],
  ['describe', 'vet_opening_hours'],
  ['tools', 'vet_opening_hours'],
  ['policy', 'explain', 'vet_opening_hours', '{}'],
])('%s %s takes the name that clients see', async (...words) => {
  const { code, out } = await run(...words, '--prefix', 'vet');
  expect([code, out]).toEqual([0, expect.stringContaining('opening_hours')]);
  expect((await run(...words.map((word) => word.replace('vet_', '')), '--prefix', 'vet')).code).toBe(0);
});

const NOTHING = 'hollow: serves nothing: it has no tools. Pass `tools` or `packs` to defineApp.\n';

test.each([
  { words: ['tools'], code: 0 },
  { words: ['tools', '--json'], code: 0 },
  { words: ['tools', '--strict'], code: 1 },
  { words: ['prompt'], code: 0 },
  { words: ['read'], code: 0 },
  { words: ['snapshot'], code: 0 },
  { words: ['verify'], code: 2 },
])('that an app serves nothing is said by $words', async ({ words, code }) => {
  const cwd = folderWith({
    'app.cjs': `module.exports = require(${PACKAGE}).defineApp({ name: 'hollow' });`,
  });
  const told = await commandLine([...words, '--app', 'app.cjs'], { cwd });
  expect(told.err).toContain(NOTHING);
  expect(told.code).toBe(code);
});

test('tools that are all disabled are served to nobody, which is said too', async () => {
  const config = 'tools:\n  opening_hours: { enabled: false }\n  prices: { enabled: false }\n';
  const cwd = folderWith({ ...files, 'off.yaml': config });
  const { out, err } = await commandLine(['tools', '--app', 'app.cjs', '--config', 'off.yaml'], { cwd });
  expect(out).toContain('(disabled)');
  expect(err).toContain('vets: serves nothing: all of its tools (2) are disabled.');
});
