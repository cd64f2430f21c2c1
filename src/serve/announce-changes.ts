import type { Announced } from './server-options';

/** Notifies a client when lists change, once for many changes at the same time; returns a function that stops it. */
export function announceChanges(lists: readonly Announced[], announce: (method: string) => void): () => void {
  const stops = lists.map(({ method, onChange }) => onChange(oncePerTick(() => announce(method))));
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns a function that runs the action once at the end of a tick, however often it is called. */
export function oncePerTick(action: () => void): () => void {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    setImmediate(() => {
      due = false;
      action();
    });
  };
}
