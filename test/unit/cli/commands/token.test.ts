import { main } from '../../../../src/cli/main';
import { temporaryDirectory } from '../../../support/temporary-directory';

test.each([
  [[], false],
  [['--scope', 'notes:read'], true],
])('token ada %j says what a scope needs to count', async (words, isSaid) => {
  let [out, err] = ['', ''];
  const io = {
    cwd: temporaryDirectory('tw-token'),
    env: {},
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
  };
  expect(await main(['token', 'ada', ...words], io)).toBe(0);
  expect(out).toMatch(/^\w+\n$/);
  expect(err.includes('http.scopes says what notes:read may do')).toBe(isSaid);
});
