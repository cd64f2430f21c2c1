import type { ToolRegistry } from '../registries/tool-registry';
import type { Announced, ServerPart } from './server-options';

/** Notifies a client when lists change, once for many changes at the same time; returns a function that stops it. */
export function announceChanges(
  registry: ToolRegistry,
  parts: readonly ServerPart[],
  announce: (method: string) => void,
): () => void {
  const tools: Announced = {
    method: 'notifications/tools/list_changed',
    onChange: (listener) => registry.onChange(listener),
  };
  const lists = [tools, ...parts.flatMap((part) => part.announces ?? [])];
  const stops = lists.map(({ method, onChange }) => onChange(oncePerTick(() => announce(method))));
  return () => {
    for (const stop of stops) stop();
  };
}

function oncePerTick(action: () => void): () => void {
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
