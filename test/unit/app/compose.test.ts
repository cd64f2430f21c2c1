import { compose, type Composition } from '../../../src/app/compose';
import { loadConfig } from '../../../src/config';
import { silentLogger } from '../../../src/logger';
import { Projects } from '../../../src/projects/projects';
import { temporaryDirectory } from '../../support/temporary-directory';

let cwd: string;
let composition: Composition;
beforeEach(async () => {
  cwd = temporaryDirectory('tw-compose');
  const env = { HOME: cwd };
  composition = await compose({ loaded: await loadConfig({ cwd, env }), cwd, env, log: silentLogger });
});
afterEach(async () => {
  await composition.close();
});

test('services are bound when a prompt is first rendered, not when prompts are listed', async () => {
  const { prompts, registry } = composition;
  const bound = (): boolean => registry.instances.container.has(Projects);
  expect((await prompts.list()).map(({ name }) => name)).toContain('guide');
  expect(bound()).toBe(false);
  await prompts.get('guide', {});
  expect(bound()).toBe(true);
});

test('a completion binds them too', async () => {
  expect(await composition.prompts.complete('guide', 'arg1', ':hel')).toContain(':help');
});
