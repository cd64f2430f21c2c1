// How often to look.
const LOOK_MS = 5;

/** Waits until something is done, but no longer than some milliseconds. */
export async function waitUntil(done: () => boolean, longestMs: number): Promise<void> {
  for (let left = longestMs; left > 0 && !done(); left -= LOOK_MS)
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
