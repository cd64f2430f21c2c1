import { join } from 'node:path';
import { folderWith, run } from '../support/installed-project';
import { COMMAND, ServerProcess } from '../support/server-process';

// A `start` hook that never settles, in a process that has nothing else to do: no timer, no socket.
const PACKAGE = join(__dirname, '..', '..', 'dist', 'index.js');
const folder = folderWith({
  'app.cjs': `const { defineApp, serveStdio, serveHttp } = require(${JSON.stringify(PACKAGE)});
const app = (module.exports = defineApp({ name: 'notes', start: () => new Promise(() => {}) }));
if (require.main === module) (process.env.OVER === 'http' ? serveHttp(app, { listen: 0 }) : serveStdio(app));
`,
});
const SLOW = "`start` of the app 'notes' has not settled after 10 s; nobody is answered before";

const said = (server: ServerProcess, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.child.stderr.on('data', () => server.stderr.includes(text) && resolve());
    void server.exited.then(({ code }) => reject(new Error(`it ended with ${code}: ${server.stderr}`)));
  });

test.each([
  ['of its own', [join(folder, 'app.cjs')]],
  ['of the command', [COMMAND, 'serve', '--app', join(folder, 'app.cjs')]],
])(
  'a server %s on stdio says so, waits for its client, and gives up when that has gone',
  async (_, words) => {
    const server = new ServerProcess([], { run: words, cwd: folder });
    await said(server, SLOW);
    expect(await server.end()).toEqual({ code: 2, signal: null });
    expect(server.stderr).toContain('`start` has not settled 10 s after the client closed stdin.');
  },
);

test('a server on HTTP says so, and waits', async () => {
  const server = new ServerProcess([], {
    run: [join(folder, 'app.cjs')],
    cwd: folder,
    env: { OVER: 'http' },
  });
  await said(server, SLOW);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(server.child.exitCode).toBeNull();
  server.child.kill('SIGTERM');
  expect((await server.exited).signal).toBe('SIGTERM');
});

test('a command says so, and that it has no result', () => {
  const { status, stderr } = run(COMMAND, folder, ['tools', '--app', 'app.cjs']);
  expect(stderr).toContain(SLOW);
  expect(stderr).toContain('toolwright tools: ended without a result');
  expect(status).toBe(1);
});
