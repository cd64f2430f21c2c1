import { join } from 'node:path';
import { commandLine } from '../../../support/command-line';
import { folderWith } from '../../../support/installed-project';

const PACKAGE = JSON.stringify(join(__dirname, '../../../../src/index.ts'));
const APP = `const { defineApp, Resource } = require(${PACKAGE});
class Item {
  list() { return [{ uri: 'item://1', name: 'Hand saw' }, { uri: 'item://2', name: 'two', title: 'Rip saw' }, { uri: 'item://3', name: 'Vice', description: 'Holds things.' }]; }
  read({ id }) { return id; }
}
Resource({ uri: 'item://{id}', description: 'One item.' })(Item);
class Rules { read() { return 'none'; } }
Resource({ uri: 'rules://all', description: 'The rules.' })(Rules);
module.exports = defineApp({ name: 'shop', resources: [Item, Rules] });
`;

test('a list of resources shows what tells those of a template apart, as clients get it', async () => {
  const cwd = folderWith({ 'app.cjs': APP });
  const { code, out } = await commandLine(['read', '--app', 'app.cjs'], { cwd });
  const rows = out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ['item://1', 'Hand saw'],
    ['item://2', 'Rip saw'],
    ['item://3', 'Holds things.'],
    ['rules://all', 'The rules.'],
    ['item://{id}', 'One item.'],
  ]);
  expect(code).toBe(0);
});

test.each<[string, string, number]>([
  ['throws', "throw new Error('the shelf is locked')", 1],
  ['lists what is no resource', "return [{ uri: 'no address', name: 5 }]", 1],
  ['has nothing to list', 'return []', 0],
])(
  'a template whose `list` %s leaves the others listed, and the exit code says so',
  async (_, list, expected) => {
    const cwd = folderWith({
      'app.cjs': APP.replace(/list\(\) \{ .* \}\n/, `list() { ${list}; }\n`),
    });
    const { code, out, err } = await commandLine(['read', '--app', 'app.cjs'], { cwd });
    expect(out).toContain('rules://all');
    expect(code).toBe(expected);
    if (expected) {
      expect(err).toContain('Resources are not listed: Item.list');
      expect(err).toContain('toolwright read: mistakes (1, above) keep resources out of the list');
    } else expect(err).toBe('');
  },
);
