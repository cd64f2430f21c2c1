import { builtInApp } from '../../../src/app/built-in-app';
import { openLoaded, type OpenApp } from '../../../src/app/open-loaded-app';
import { loadConfig } from '../../../src/config';
import { silentLogger } from '../../../src/logger';
import { Projects } from '../../../src/projects/projects';
import { temporaryDirectory } from '../../support/temporary-directory';

let cwd: string;
let open: OpenApp;
beforeEach(async () => {
  cwd = temporaryDirectory('tw-open');
  const env = { HOME: cwd };
  open = await openLoaded(builtInApp, {
    loaded: await loadConfig({ cwd, env }),
    cwd,
    env,
    log: silentLogger,
  });
});
afterEach(async () => {
  await open.close();
});

test('services are bound when a prompt is first rendered, not when prompts are listed', async () => {
  const { prompts, registry } = open;
  const bound = (): boolean => registry.instances.container.has(Projects);
  expect((await prompts.list()).map(({ name }) => name)).toContain('guide');
  expect(bound()).toBe(false);
  await prompts.get('guide', {});
  expect(bound()).toBe(true);
});

test('a completion binds them too', async () => {
  expect(await open.prompts.complete('guide', 'arg1', ':hel')).toContain(':help');
});
