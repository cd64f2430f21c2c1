import { join } from 'node:path';
import { main } from '../../../../src/cli/main';
import { folderWith } from '../../../support/installed-project';

const PACKAGE = JSON.stringify(join(__dirname, '../../../../src/index.ts'));
const APP = `const { defineApp, defineTool, Result } = require(${PACKAGE});
const tool = (name, run) => defineTool({ name, description: 'x', inputSchema: { type: 'object', properties: {} }, run });
module.exports = defineApp({
  name: 'notes',
  tools: [
    tool('throws', () => {
      throw new TypeError('boom');
    }),
    tool('fails', () => Result.failure('no such note', 'not_found')),
  ],
});
`;

async function call(tool: string): Promise<{ code: number; out: string; err: string }> {
  const cwd = folderWith({ 'app.cjs': APP });
  let [out, err] = ['', ''];
  const io = {
    cwd,
    env: { HOME: cwd },
    stdout: (text: string) => void (out += text),
    stderr: (text: string) => void (err += text),
  };
  return { code: await main(['call', tool, '--app', 'app.cjs'], io), out, err };
}

test('where a tool threw is shown to its author, on stderr', async () => {
  const { code, out, err } = await call('throws');
  expect(code).toBe(1);
  expect(err).toMatch(/Tool throws failed: boom\n[^]*app\.cjs:7:\d+/);
  expect(out).not.toContain('app.cjs');
});

test('a failure that the tool returned has no such place', async () => {
  const { code, err } = await call('fails');
  expect(code).toBe(1);
  expect(err).not.toContain('app.cjs:');
});
