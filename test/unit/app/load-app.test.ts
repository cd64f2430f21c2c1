import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadApp } from '../../../src/app/load-app';
import { temporaryDirectory } from '../../support/temporary-directory';

const PACKAGE = join(__dirname, '..', '..', '..', 'src', 'index.ts');

function moduleOf(code: string): string {
  const file = join(temporaryDirectory('tw-load'), 'server.cjs');
  writeFileSync(file, `const { defineApp, serveStdio } = require(${JSON.stringify(PACKAGE)});\n${code}\n`);
  return file;
}

test('a module that serves its own app is loaded without serving it', async () => {
  const listeners = process.stdin.listenerCount('data') + process.stdin.listenerCount('end');
  const write = process.stdout.write;
  const app = await loadApp(
    moduleOf(`
      const app = defineApp({ name: 'notes' });
      module.exports = app;
      app.served = serveStdio(app);
    `),
  );
  const server = await (
    app as unknown as { served: Promise<{ ended: Promise<void>; close(): Promise<void> }> }
  ).served;
  await server.ended;
  await server.close();
  expect(app.name).toBe('notes');
  expect(process.stdin.listenerCount('data') + process.stdin.listenerCount('end')).toBe(listeners);
  expect(process.stdout.write).toBe(write);
});

test('a module without an app is refused with the line to write', async () => {
  await expect(loadApp(moduleOf('module.exports = {};'))).rejects.toThrow(
    /exports no app\. Write `export default defineApp/,
  );
});
