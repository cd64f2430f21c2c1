import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const folder = temporaryDirectory('tw-cost');
mkdirSync(join(folder, 'node_modules'));
symlinkSync(join(__dirname, '..', '..'), join(folder, 'node_modules', 'toolwright'), 'dir');
writeFileSync(
  join(folder, 'app.cjs'),
  `const { defineApp, defineTool, Prompt, Resource, serveStdio } = require('toolwright');
   const inputSchema = { type: 'object', properties: { day: { type: 'string', format: 'date' } } };
   const tool = (name, more) =>
     defineTool({ name, description: 'Use ' + name + ' after plain_tool.', inputSchema, run: () => ({}), ...more });
   class PlanDay { build() { return 'Plan'; } }
   Prompt({ name: 'plan_day', description: 'Plan a day' })(PlanDay);
   class Days { read() { return 'days'; } }
   Resource({ uri: 'days://all', description: 'All days' })(Days);
   const app = defineApp({
     name: 'days',
     instructions: 'Begin with plain_tool, then call background_tool.',
     tools: [
       tool('plain_tool'),
       tool('hinted_tool', { annotations: { title: 'Hinted', readOnlyHint: true, openWorldHint: false } }),
       tool('output_tool', { outputSchema: { type: 'object', properties: { days: { type: 'integer' } } } }),
       tool('background_tool', { synchronous: false }),
       tool('task_tool', { synchronous: false, taskSupport: 'required' }),
     ],
     prompts: [PlanDay],
     resources: [Days],
   });
   module.exports = app;
   serveStdio(app);`,
);
writeFileSync(join(folder, 'prefix.yaml'), 'prefix: mine\n');

interface Size {
  bytes: number;
  tokens: number;
}

function cost(where: string[], more: Record<string, string>): Record<string, unknown> & { tools: unknown } {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TMPDIR: process.env['TMPDIR'] ?? '/tmp',
    ...more,
  };
  const done = spawnSync(process.execPath, [COMMAND, 'cost', '--json', ...where], {
    cwd: folder,
    encoding: 'utf8',
    env,
  });
  expect(done).toMatchObject({ status: 0 });
  return JSON.parse(done.stdout) as Record<string, unknown> & { tools: unknown };
}

test.each([
  ['as it is', {}],
  ['with a prefix', { TOOLWRIGHT_CONFIG: 'prefix.yaml' }],
  ['with whole descriptions', { TOOLWRIGHT_DESCRIPTIONS: 'full' }],
  ['with values alone', { TOOLWRIGHT_OUTPUT: 'value' }],
])('O24 an app costs what it costs when it is served, %s', (_, more) => {
  const opened = cost(['--app', 'app.cjs'], more);
  const served = cost(['--server', 'node app.cjs'], more);
  expect(opened.tools).toEqual(served.tools);
  if ('TOOLWRIGHT_CONFIG' in more) expect(JSON.stringify(opened.tools)).toContain('mine_plain_tool');
  const { modes, set } = opened as unknown as {
    modes: (Size & { mode: string; descriptions: string })[];
    set: { mode: string; descriptions: string };
  };
  expect(
    modes.find((each) => each.mode === set.mode && each.descriptions === set.descriptions),
  ).toMatchObject(served['total'] as object);
});
