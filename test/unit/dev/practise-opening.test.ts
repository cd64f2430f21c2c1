import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { thisProcess } from '../../../src/app/world';
import { practise } from '../../../src/dev/practise-opening';
import { temporaryDirectory } from '../../support/temporary-directory';

test('practising opens and closes an app, whatever the settings and the environment of the author', async () => {
  const cwd = temporaryDirectory('tw-practise');
  writeFileSync(join(cwd, 'toolwright.yaml'), 'no such setting: 1');
  const env = { TOOLWRIGHT_LOG_LEVEL: 'nonsense' };
  await expect(practise({ ...thisProcess(), cwd, env })).resolves.toBeUndefined();
});
