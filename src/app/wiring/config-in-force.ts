import type { Config, Sources } from '../../config';

/** A configuration and where its settings were written. */
export interface WrittenConfig {
  readonly config: Config;
  readonly sources: Sources;
}

/** The settings that count as soon as the file has changed; all others wait for a restart. */
export const SETTINGS_AT_ONCE = ['roots', 'readOnly', 'consent', 'sandbox', 'limits', 'tools'] as const;

const changed = new WeakMap<WrittenConfig, WrittenConfig>();

/** Notes a changed configuration of a server. */
export function noteChange(setup: WrittenConfig, change: WrittenConfig): void {
  changed.set(setup, change);
}

/** Returns the configuration that a server has now; of other settings than the policy's it may have what needs a restart. */
export function configInForce(setup: WrittenConfig): WrittenConfig {
  return changed.get(setup) ?? setup;
}
