import { join } from 'node:path';
import { commandLine, type Told } from '../../../support/command-line';
import { folderWith } from '../../../support/installed-project';

const PACKAGE = JSON.stringify(join(__dirname, '../../../../src/index.ts'));
const APP = `const { Arg, defineApp, Prompt, ToolArguments } = require(${PACKAGE});
class ShopSettings extends ToolArguments {}
Arg({ description: 'Which branch this is', type: 'string', optional: true })(ShopSettings.prototype, 'branch');
class Plan {}
Arg({ description: 'Which branch to plan for', type: 'string', optional: true })(Plan.prototype, 'branch');
Arg({ description: 'Which day', type: 'string', optional: true })(Plan.prototype, 'day');
class PlanDay { render({ branch, day }) { return 'Plan ' + day + ' in ' + branch; } }
Prompt({ name: 'plan_day', description: 'Plan a day', args: Plan })(PlanDay);
module.exports = defineApp({ name: 'shop', settings: ShopSettings, prompts: [PlanDay] });
`;

async function prompt(...words: string[]): Promise<Told> {
  const cwd = folderWith({ 'app.cjs': APP });
  return commandLine(['prompt', '--app', 'app.cjs', ...words], { cwd });
}

test.each([[['--branch', 'east']], [['--branch=east']], [['--day', 'Monday', '--branch', 'east']]])(
  'an argument that is also a setting of the app has to say which it is: %j',
  async (words) => {
    const { code, out, err } = await prompt('plan_day', ...words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(
      "--branch is an option of this command and an argument of plan_day: write the option before 'plan_day', and the argument after '--'",
    );
  },
);

test('the option before the name and the argument after -- are each taken for what they are', async () => {
  expect(await prompt('--branch', 'west', 'plan_day', '--', '--branch', 'east', '--day', 'Monday')).toEqual({
    code: 0,
    out: 'user: Plan Monday in east\n',
    err: '',
  });
  expect(await prompt('--branch', 'west', 'plan_day', '--day', 'Monday')).toMatchObject({
    out: 'user: Plan Monday in undefined\n',
  });
});

test('an argument that a prompt does not have is refused as one of a prompt', async () => {
  expect((await prompt('plan_day', '--colour', 'red')).err).toContain(
    '--colour: the prompt has no such argument; it takes --branch, --day',
  );
});

const THROWING = `const { defineApp, Prompt, Resource } = require(${PACKAGE});
class Broken { render() { throw new TypeError('no day is planned'); } }
Prompt({ name: 'broken', description: 'Throws' })(Broken);
class Item { read({ id }) { throw new Error('item ' + id + ' is torn'); } }
Resource({ uri: 'item://{id}', description: 'Throws' })(Item);
module.exports = defineApp({ name: 'shop', prompts: [Broken], resources: [Item] });
`;

test.each([
  {
    words: ['prompt', 'broken'],
    line: 'toolwright prompt: broken failed: no day is planned',
    at: 'Broken.render',
  },
  { words: ['read', 'item://3'], line: 'toolwright read: item://3 failed: item 3 is torn', at: 'Item.read' },
])('what an author threw in `$words` is said with his own line alone', async ({ words, line, at }) => {
  const cwd = folderWith({ 'app.cjs': THROWING });
  const { code, out, err } = await commandLine([...words, '--app', 'app.cjs'], { cwd });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  const [said, place, ...more] = err.trimEnd().split('\n');
  expect(said).toBe(line);
  expect(place).toMatch(new RegExp(`^at ${at} \\(.*app\\.cjs:\\d+:\\d+\\)$`));
  expect(more).toEqual([]);
});

test('the whole stack of a prompt that threw is shown at the level debug', async () => {
  const cwd = folderWith({ 'app.cjs': THROWING });
  const { err } = await commandLine(['prompt', 'broken', '--app', 'app.cjs', '--log-level', 'debug'], {
    cwd,
  });
  expect(err).toContain('TypeError: no day is planned\n    at Broken.render');
});
