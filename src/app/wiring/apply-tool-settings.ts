import type { ToolShape } from '../../tool/tool';
import {
  ConfigError,
  formatOrigin,
  formatProblems,
  unknownToolRules,
  type Config,
  type ConfigProblem,
} from '../../config';
import { manifest } from './take-built-in-manifest';
import type { Setup } from '../pack';
import { policyProblems } from './make-policy-rules';

/** Returns the configured time limit of a tool; none for a tool that handles its own time limit. */
export function configuredLimit(config: Config): (tool: ToolShape) => number | undefined {
  return (tool) => (tool.timeoutSeconds === 0 ? undefined : config.tools[tool.name]?.timeout);
}

type SettingsInForce = Pick<Setup, 'config' | 'sources' | 'registry' | 'trust'>;
type RulesOfTools = Omit<SettingsInForce, 'trust'>;

/** Returns the problems of the rules per tool: those without effect, and those for names that no tool has. */
export function ruleProblems(settings: SettingsInForce): ConfigProblem[] {
  const { config, sources, registry } = settings;
  return [...policyProblems(config, sources, registry.list()), ...refusedNames(settings)];
}

/** Returns the problems of rules for names that no tool has as yet. */
export function unknownNames({ config, sources, registry }: RulesOfTools): ConfigProblem[] {
  if (!Object.keys(config.tools).length) return [];
  const names = [...registry.list().flatMap(ruleNames), ...manifest.tools.map((tool) => tool.name)];
  return unknownToolRules(config, sources, names);
}

// If definitions are watched or were left out, the tool may still appear.
function refusedNames(settings: SettingsInForce): ConfigProblem[] {
  const { config, registry, trust } = settings;
  const problems = unknownNames(settings);
  if (!problems.length || !(config.definitions.watch || trust.leftOut.length)) return problems;
  registry.log.warning(formatProblems(problems));
  return [];
}

/** Enables and disables tools according to `tools.NAME.enabled`; throws a ConfigError for rules with problems. */
export function applyToolSettings(settings: SettingsInForce): void {
  const { config, sources, registry } = settings;
  const problems = ruleProblems(settings);
  if (problems.length) throw new ConfigError(problems);
  for (const [name, { enabled }] of Object.entries(config.tools)) {
    if (enabled === undefined) continue;
    const reason = `It is disabled in the configuration (${formatOrigin(sources.where(`tools.${name}.enabled`))}).`;
    for (const tool of registry.list().filter((one) => ruleNames(one).includes(name))) {
      if (enabled) registry.enable(tool.name);
      else registry.disable(tool.name, reason);
    }
  }
}

// A rule for a definition's name applies to all of its tools.
function ruleNames(tool: ToolShape): readonly string[] {
  return tool.category === 'definition' ? [tool.name, ...tool.tags] : [tool.name];
}
