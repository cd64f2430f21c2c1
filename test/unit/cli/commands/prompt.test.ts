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
