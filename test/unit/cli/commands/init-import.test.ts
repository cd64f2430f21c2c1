import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../../../src/cli/main';
import { temporaryDirectory } from '../../../support/temporary-directory';

test('init --import copies what mcp-guide keeps, once, and never over our own', async () => {
  const home = temporaryDirectory('tw-import');
  let [out, err] = ['', ''];
  const io = {
    cwd: home,
    env: { HOME: home },
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
  };
  expect(await main(['init', '--import'], io)).toBe(2);
  expect(err).toContain('to import');
  mkdirSync(join(home, '.config/mcp-guide/docs'), { recursive: true });
  writeFileSync(join(home, '.config/mcp-guide/config.yaml'), 'feature_flags: { a: true }\n');
  writeFileSync(join(home, '.config/mcp-guide/docs/x.md'), 'X');
  expect(await main(['init', '--import'], io)).toBe(0);
  expect(out).toContain('.config/toolwright');
  expect(readFileSync(join(home, '.config/toolwright/config.yaml'), 'utf8')).toContain('a: true');
  expect(readFileSync(join(home, '.config/toolwright/docs/x.md'), 'utf8')).toBe('X');
  expect(await main(['init', '--import'], io)).toBe(2);
});
