import type { ChildProcess } from 'node:child_process';
import type { ProcessGroup } from './process-group';

// How long the streams may stay open after all known processes of a command have ended.
const CLOSE_MS = 200;
const GIVE_UP_MS = 2_000;

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
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), withinMs)));
  const settled = await Promise.race([promise.then(() => true), late]);
  clearTimeout(timer);
  return settled;
}
