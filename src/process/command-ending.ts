import type { ChildProcess } from 'node:child_process';
import type { ProcessGroup } from './process-group';

// How long the streams may stay open after all known processes of a command have ended.
const CLOSE_MS = 200;
const GIVE_UP_MS = 2_000;

// What has come while the thread was kept is read in the turns of the event loop after that, and not before timers that are due.
const TURNS = 10;

/**
 * Ends what a command left behind once it has exited, then waits for its streams: they close only when no process holds them.
 */
export async function endLeftovers(
  child: ChildProcess,
  closed: Promise<unknown>,
  group: ProcessGroup,
): Promise<void> {
  await group.sweep();
  if (await settles(closed, CLOSE_MS)) return;
  await group.killHolders();
  if (await settles(closed, GIVE_UP_MS)) return;
  for (const stream of child.stdio) stream?.destroy();
}

async function settles(promise: Promise<unknown>, withinMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
  let settled = false;
  await Promise.race([promise.then(() => (settled = true)), late]);
  clearTimeout(timer);
  for (let turn = 0; turn < TURNS && !settled; turn++) await new Promise(setImmediate);
  return settled;
}
