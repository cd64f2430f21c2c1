import type { ToolShape } from '../../tool/tool';
import {
  ConfigError,
  formatOrigin,
  formatProblems,
  unknownToolSettings,
  type Config,
  type ConfigProblem,
} from '../../config';
import { manifest } from './take-built-in-manifest';
import { sameJson } from '../../json/same-json';
import type { OperatorSwitch } from '../../registries/tool-switches';
import type { Setup } from '../pack';
import type { WrittenConfig } from './config-in-force';
import { policyProblems } from './find-policy-problems';
import { refusedSettings } from './find-idle-settings';
import { unknownShipped } from './find-shipped-definitions';

/** Returns the configured time limit of a tool; none for a tool that handles its own time limit. */
export function configuredLimit(current: () => Config): (tool: ToolShape) => number | undefined {
  return (tool) => (tool.timeoutSeconds === 0 ? undefined : current().tools[tool.name]?.timeout);
}

type SettingsInForce = Pick<Setup, 'config' | 'sources' | 'registry' | 'trust' | 'env' | 'judged'>;
type RulesOfTools = Pick<SettingsInForce, 'config' | 'sources' | 'registry'>;

/** Returns the problems of rules per tool and other settings that have no effect, and of settings for names that no tool or definition has. */
export function ruleProblems(settings: SettingsInForce): ConfigProblem[] {
  const { config, sources, registry } = settings;
  return [
    ...policyProblems(config, sources, registry.list()),
    ...unknownShipped(config, sources),
    ...(settings.judged ? refusedSettings(settings) : []),
    ...refusedNames(settings),
  ];
}

/** Returns the problems of settings for names that no tool has as yet. */
export function unknownNames({ config, sources, registry }: RulesOfTools): ConfigProblem[] {
  const names = () => [...registry.list().flatMap(ruleNames), ...manifest.tools.map((tool) => tool.name)];
  return unknownToolSettings(config, sources, names);
}

// If definitions are watched or were left out, the tool may still appear.
function refusedNames(settings: SettingsInForce): ConfigProblem[] {
  const { config, registry, trust } = settings;
  const problems = unknownNames(settings);
  if (!problems.length || !(config.definitions.watch || trust.leftOut.length)) return problems;
  registry.log.warning(formatProblems(problems));
  return [];
}

/** Throws a ConfigError for rules with problems. */
export function refuseWrongRules(settings: SettingsInForce): void {
  const problems = ruleProblems(settings);
  if (problems.length) throw new ConfigError(problems);
}

/** Returns what the configuration in force says of a tool by `tools.NAME.enabled`; where several names are meant, the last one in the file counts. */
export function operatorSwitch(current: () => WrittenConfig): OperatorSwitch {
  let known: { readonly config: Config; readonly stated: ReadonlyMap<string, boolean> } | undefined;
  return (tool) => {
    const { config, sources } = current();
    if (known?.config !== config) known = { config, stated: statedSwitches(config) };
    const { stated } = known;
    if (!stated.size) return undefined;
    const names = ruleNames(tool);
    const name = names.length === 1 ? tool.name : [...stated.keys()].findLast((one) => names.includes(one));
    const on = name === undefined ? undefined : stated.get(name);
    if (on !== false) return on === undefined ? undefined : { on };
    const where = formatOrigin(sources.where(`tools.${name}.enabled`));
    return { on, reason: `It is disabled in the configuration (${where}).` };
  };
}

/** Returns whether two configurations switch tools alike. */
export function switchesAlike(one: Config, other: Config): boolean {
  return sameJson([...statedSwitches(one)], [...statedSwitches(other)]);
}

function statedSwitches({ tools }: Config): ReadonlyMap<string, boolean> {
  return new Map(
    Object.entries(tools).flatMap(([name, { enabled }]) => (enabled === undefined ? [] : [[name, enabled]])),
  );
}

// A rule for a definition's name applies to all of its tools.
function ruleNames(tool: ToolShape): readonly string[] {
  return tool.category === 'definition' ? [tool.name, ...tool.tags] : [tool.name];
}
