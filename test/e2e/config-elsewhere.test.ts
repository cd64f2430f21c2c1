import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { COMMAND } from '../support/server-process';
import { temporaryDirectory } from '../support/temporary-directory';

const LIBRARY = join(__dirname, '..', '..', 'dist', 'index.js');
const top = temporaryDirectory('tw-config-elsewhere');
const project = join(top, 'project');
const home = join(top, 'home');
for (const directory of [project, home]) mkdirSync(directory);
writeFileSync(join(project, 'package.json'), '{}');
writeFileSync(join(project, 'toolwright.yaml'), 'consent: deny\n');
for (const [name, options] of [
  ['serveStdio', ''],
  ['serveHttp', ', { listen: 0 }'],
])
  writeFileSync(
    join(project, `${name}.cjs`),
    `const { defineApp, ${name} } = require(${JSON.stringify(LIBRARY)});
    const app = defineApp({ name: 'shop', packs: ['utility'] });
    module.exports = app;
    void ${name}(app${options});`,
  );

// What a server that is started in another directory than its project's has logged once it said this.
async function logUntil(said: RegExp, script: string, ...words: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: home };
  const server = spawn(process.execPath, [resolve(project, script), ...words], {
    cwd: home,
    env,
    timeout: 30_000,
  });
  let runs = true;
  const ended = once(server, 'exit').then(() => (runs = false));
  let log = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  while (!said.test(log) && runs) await sleep(20);
  server.stdin.end();
  server.kill('SIGTERM');
  await ended;
  return log;
}

test.each(['serveStdio.cjs', 'serveHttp.cjs'])(
  'a server that was started elsewhere warns once that the file of its project is not in force: %s',
  async (script) => {
    const log = await logUntil(/is not in force/, script);
    expect(log.match(/is not in force/g)).toHaveLength(1);
    expect(log).toMatch(/warning/i);
    expect(log).toContain(`--cwd ${project}, if you trusted the file, or with --config`);
  },
);

test('toolwright serve --app warns of the file of the app that it serves', async () => {
  const log = await logUntil(/is not in force/, COMMAND, 'serve', '--app', join(project, 'serveStdio.cjs'));
  expect(log).toContain(`--cwd ${project}, if you trusted the file`);
});

test('with the first cure, the file is found and told to be left out until it is trusted', async () => {
  const log = await logUntil(/Left out/, 'serveStdio.cjs', '--cwd', project);
  expect(log).toContain('toolwright.yaml (configuration)');
});
