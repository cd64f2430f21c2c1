import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const LIBRARY = join(__dirname, '..', '..', 'dist', 'index.js');

// Lives on for longer than a server may take to close, then sends itself the signal that servers close on.
const LIVES_ON = `
  const { defineApp, serveStdio } = require(${JSON.stringify(LIBRARY)});
  const app = defineApp({ name: 'lasting', config: { operations: { grace: 0 } } });
  serveStdio(app, { exit: false }).then(async ({ ended }) => {
    await ended;
    setTimeout(() => {
      process.stderr.write('lives on');
      setInterval(() => {}, 1000);
      process.kill(process.pid, 'SIGTERM');
    }, 2500);
  });
`;

test('with `exit: false` the process lives on after its server, and signals are its own again', () => {
  const { stderr, signal } = spawnSync(process.execPath, ['-e', LIVES_ON], {
    input: '',
    encoding: 'utf8',
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  expect(stderr).toContain('lives on');
  expect(signal).toBe('SIGTERM');
});
