import type { ManifestTool } from '../lazy-tool';
import { ConfigError, formatOrigin, unknownToolRules, type Config } from './config';
import { manifest } from './manifest';
import type { Setup } from './pack';

/** A tool's entry with the time limit that the configuration gives it; a tool that minds its own time keeps doing so. */
export function withConfiguredLimit(entry: ManifestTool, config: Config): ManifestTool {
  const timeout = config.tools[entry.name]?.timeout;
  return timeout === undefined || entry.timeoutSeconds === 0 ? entry : { ...entry, timeoutSeconds: timeout };
}

/** Switches tools on and off as `tools.NAME.enabled` says; refuses rules for names that no tool has. */
export function applyToolSettings({
  config,
  sources,
  registry,
}: Pick<Setup, 'config' | 'sources' | 'registry'>): void {
  const names = [...registry.list(), ...manifest.tools].map((tool) => tool.name);
  const problems = config.definitions.watch ? [] : unknownToolRules(config, sources, names);
  if (problems.length) throw new ConfigError(problems);
  for (const [name, { enabled }] of Object.entries(config.tools)) {
    if (enabled === undefined || !registry.get(name)) continue;
    if (enabled) registry.enable(name);
    else
      registry.disable(
        name,
        `The configuration switched it off (${formatOrigin(sources.where(`tools.${name}.enabled`))}).`,
      );
  }
}
