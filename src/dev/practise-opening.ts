import { builtInApp } from '../app/built-in-app';
import { openForServer } from '../app/open-app-for-server';
import { serverOptionsOf } from '../app/wiring/make-connection-options';
import type { World } from '../app/world';
import { MethodTable } from '../serve/method-table';

/**
 * Opens a small app and closes it again, in a process that waits for its build: by then, what opening an app takes is loaded
 * and compiled. Nothing of the author's is read: neither settings nor environment nor the working directory.
 */
export async function practise(world: World): Promise<void> {
  const args = ['--pack', 'utility', '--prefix', 'practice', '--log-level', 'error'];
  const opened = await openForServer(builtInApp, { ...world, cwd: __dirname, env: {}, args, terminal: true });
  void new MethodTable(opened.open.registry, serverOptionsOf(opened.open)).announced;
  await opened.open.close();
  await opened.logging.close();
}
