import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/free-port';
import { temporaryDirectory } from '../support/temporary-directory';

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

test('where the operator asks for HTTP, `serveStdio` serves on HTTP', async () => {
  const file = join(temporaryDirectory('tw-serve-stdio'), 'server.cjs');
  writeFileSync(
    file,
    `const { defineApp, serveStdio } = require(${JSON.stringify(LIBRARY)});
    void serveStdio(defineApp({ name: 'asked', packs: ['utility'] }));`,
  );
  const port = await freePort();
  const server = spawn(process.execPath, [file, '--http', `127.0.0.1:${port}`], { stdio: 'ignore' });
  let answer: Response | undefined;
  for (let tries = 0; !answer && tries < 200 && server.exitCode === null; tries++) {
    answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (!answer) await sleep(50);
  }
  expect(answer?.status).toBe(200);
  server.kill('SIGTERM');
  await once(server, 'close');
});
