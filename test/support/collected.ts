import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const ROUNDS = 20;

/** Collects garbage until none of the objects is left, or for a while; returns how many are. */
export async function left(objects: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let held = objects.length;
  for (let round = 0; round < ROUNDS && held; round++) {
    // Whoever looks at an object keeps it until the turn is over.
    await delay(10);
    collect();
    held = objects.filter((object) => object.deref()).length;
  }
  return held;
}
