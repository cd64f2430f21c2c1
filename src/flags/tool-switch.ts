import type { Logger } from '../logger';
import type { FlagStore } from './flag-store';
import type { FlagValue } from '../store/flag-values';

/** The part of a registry that switching tools needs. */
export interface Switchable {
  list(): readonly { readonly name: string; readonly enabledBy?: string | undefined }[];
  enable(name: string): void;
  disable(name: string, reason?: string): void;
}

/** Enables and disables tools with `enabledBy` as their flag changes; returns a function that stops it. */
export function switchTools(
  tools: Switchable,
  flags: FlagStore,
  projectKey: () => Promise<string | undefined>,
  log?: Logger,
): { ready: Promise<void>; stop: () => void } {
  let running: Promise<void> = Promise.resolve();
  const apply = (): Promise<void> =>
    (running = running
      .then(async () => applyFlags(tools, await flags.active(await projectKey())))
      .catch((error: unknown) =>
        log?.warning(`Flags cannot be read, so tools stay as they are: ${String(error)}`),
      ));
  const stop = flags.onChange(() => void apply());
  return { ready: apply(), stop };
}

/** Returns whether a flag's value means true. */
export function isOn(value: FlagValue | undefined): boolean {
  if (typeof value === 'string')
    return !['', 'false', 'off', 'disabled', 'no', '0'].includes(value.trim().toLowerCase());
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' ? true : value === true;
}

function applyFlags(tools: Switchable, flags: ReadonlyMap<string, FlagValue>): void {
  for (const { name, enabledBy } of tools.list()) {
    if (enabledBy === undefined) continue;
    // Also where the operator says no: it counts once they no longer do.
    if (isOn(flags.get(enabledBy))) tools.enable(name);
    else tools.disable(name, `The flag '${enabledBy}' is off; the tool is there once it is set to true.`);
  }
}
