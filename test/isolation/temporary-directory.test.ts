import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '../support/temporary-directory';

const support = join(__dirname, '..', 'support');

// jest calls the teardown a second time after a failure with `--bail`.
test('however often a run is torn down, only its own temporary directory is removed', () => {
  const shared = temporaryDirectory('shared');
  writeFileSync(join(shared, 'of-somebody-else'), '');
  const program = `
    const [setup, teardown] = ['global-setup', 'global-teardown'].map((name) => require('${support}/' + name + '.cjs'));
    (async () => { await setup({}); await teardown(); await teardown(); })();`;
  const env = { ...process.env, TMPDIR: shared, TOOLWRIGHT_SKIP_BUILD: '1' };
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(readdirSync(shared)).toEqual(['of-somebody-else']);
});
