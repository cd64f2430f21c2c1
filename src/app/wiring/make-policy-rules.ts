import { DEFAULT_COMMAND_LIMITS, type CommandLimits } from '../../process/process-limits';
import type { RuleEntry, PolicyRules, SecretEntry, ToolRules } from '../../policy/policy-rules';
import { formatOrigin, type Config, type Sources } from '../../config';
import { alsoReadFrom } from './read-beside-file';
import { manifest } from './take-built-in-manifest';

/** What the policy's rules are built from. */
export interface RulesRequest {
  readonly config: Config;
  readonly sources: Sources;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The files that no tool may write. */
  readonly steering: readonly RuleEntry[];
  /** Those of them whose content is not remembered by trust. */
  readonly unverified?: readonly string[];
  /** The files that no tool may read. */
  readonly secrets?: readonly SecretEntry[];
}

/** The built-in tools that declare a path to write. */
const WRITERS = manifest.tools
  .filter(({ accesses }) => accesses?.some(({ kind }) => kind === 'write'))
  .map(({ name }) => name);

/** Converts a configuration without `policyProblems` for the policy, each entry with its file and line. */
export function policyRules(request: RulesRequest): PolicyRules {
  const { config, sources, cwd, env, steering, unverified, secrets } = request;
  const listed = (path: string, values: readonly string[]): RuleEntry[] =>
    values.map((value, index) => ({ value, where: formatOrigin(sources.where(`${path}[${index}]`)) }));
  const denied = (path: string, values: readonly string[]): RuleEntry[] =>
    listed(path, values).map((entry, index) => {
      const alsoFrom = alsoReadFrom(`${path}[${index}]`, entry.value, request);
      return alsoFrom.length ? { ...entry, alsoFrom } : entry;
    });
  const tools = Object.create(null) as Record<string, ToolRules>;
  for (const [name, settings] of Object.entries(config.tools)) {
    const at = (key: string) => `tools.${name}.${key}`;
    tools[name] = {
      ...(settings.allowedCommands && {
        allowedCommands: listed(at('allowed_commands'), settings.allowedCommands),
      }),
      ...(settings.deniedCommands && {
        deniedCommands: denied(at('denied_commands'), settings.deniedCommands),
      }),
      ...(settings.allowedPaths && { allowedPaths: listed(at('allowed_paths'), settings.allowedPaths) }),
      ...(settings.deniedPaths && { deniedPaths: denied(at('denied_paths'), settings.deniedPaths) }),
      ...(settings.environment && { environment: listed(at('environment'), settings.environment) }),
      ...(settings.timeout !== undefined && { timeoutSeconds: settings.timeout }),
      ...(settings.shell !== undefined && { shell: settings.shell }),
      ...(settings.maxOutput !== undefined && { maxOutputBytes: settings.maxOutput }),
      ...(settings.sandbox !== undefined && { sandbox: settings.sandbox }),
      ...(settings.enabled === false && { disabledAt: formatOrigin(sources.where(at('enabled'))) }),
    };
  }
  return {
    cwd,
    roots: listed('roots', config.roots),
    tools,
    writers: WRITERS,
    protectedPaths: steering,
    ...(unverified && { unverifiedPaths: unverified }),
    ...(secrets && { secretPaths: secrets }),
    ...(config.readOnly && { readOnlyAt: formatOrigin(sources.where('read_only')) }),
    sandbox: {
      mode: config.sandbox.mode,
      ...(config.sandbox.network !== undefined && { network: config.sandbox.network }),
      readable: listed('sandbox.readable', config.sandbox.readable),
      writable: listed('sandbox.writable', config.sandbox.writable),
    },
    limits: commandLimits(config.limits),
    environment: env,
  };
}

function commandLimits(limits: Config['limits']): CommandLimits {
  const { commands, waiting, cpu, memory, processes, files, fileSize } = limits;
  return {
    commands,
    waiting,
    cpuSeconds: cpu,
    memoryBytes: memory === undefined ? DEFAULT_COMMAND_LIMITS.memoryBytes : memory * 1_000_000,
    processes,
    openFiles: files,
    fileBytes: fileSize * 1_000_000,
  };
}
