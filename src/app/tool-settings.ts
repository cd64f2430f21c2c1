import type { Tool } from '../tool/tool';
import {
  ConfigError,
  formatOrigin,
  formatProblems,
  unknownToolRules,
  type Config,
  type ConfigProblem,
} from '../config';
import { manifest } from './manifest';
import type { Setup } from './pack';
import { policyProblems } from './policy-rules';

/** The time limit that the configuration gives a tool; a tool that minds its own time keeps doing so. */
export function configuredLimit(config: Config): (tool: Tool) => number | undefined {
  return (tool) => (tool.timeoutSeconds === 0 ? undefined : config.tools[tool.name]?.timeout);
}

type ToolSettings = Pick<Setup, 'config' | 'sources' | 'registry'>;

/** What is wrong with the rules per tool: some could have no effect, some are for names that no tool has. */
export function ruleProblems(settings: ToolSettings): ConfigProblem[] {
  const { config, sources, registry } = settings;
  return [...policyProblems(config, sources, registry.list()), ...unknownNames(settings)];
}

// Where definitions are watched, the tool may still come.
function unknownNames({ config, sources, registry }: ToolSettings): ConfigProblem[] {
  const names = [...registry.list().flatMap(ruleNames), ...manifest.tools.map((tool) => tool.name)];
  const problems = unknownToolRules(config, sources, names);
  if (!problems.length || !config.definitions.watch) return problems;
  registry.log.warning(formatProblems(problems));
  return [];
}

/** Switches tools on and off as `tools.NAME.enabled` says; throws a ConfigError for rules with problems. */
export function applyToolSettings({ config, sources, registry }: ToolSettings): void {
  const problems = ruleProblems({ config, sources, registry });
  if (problems.length) throw new ConfigError(problems);
  for (const [name, { enabled }] of Object.entries(config.tools)) {
    if (enabled === undefined) continue;
    const reason = `The configuration switched it off (${formatOrigin(sources.where(`tools.${name}.enabled`))}).`;
    for (const tool of registry.list().filter((one) => ruleNames(one).includes(name))) {
      if (enabled) registry.enable(tool.name);
      else registry.disable(tool.name, reason);
    }
  }
}

// A rule for a definition's name holds for every tool that comes from it.
function ruleNames(tool: Tool): readonly string[] {
  return tool.category === 'definition' ? [tool.name, ...tool.tags] : [tool.name];
}
