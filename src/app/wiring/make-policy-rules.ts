import { DEFAULT_COMMAND_LIMITS, type CommandLimits } from '../../process/process-limits';
import type { RuleEntry, PolicyRules, SecretEntry, ToolRules } from '../../policy/policy-rules';
import type { ToolShape } from '../../tool/tool';
import { formatOrigin, type Config, type ConfigProblem, type Sources } from '../../config';
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

const COMMAND_KEYS = ['allowedCommands', 'deniedCommands', 'shell'] as const;

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

/** Returns rules that cannot have any effect, judging by what the tools declare; built-in ones are always known. */
export function policyProblems(
  config: Config,
  sources: Sources,
  tools: readonly Pick<ToolShape, 'name' | 'accesses'>[] = [],
): ConfigProblem[] {
  if (!Object.keys(config.tools).length) return sandboxProblems(config, sources);
  const problems: ConfigProblem[] = [];
  const declared = new Map([...manifest.tools, ...tools].map((tool) => [tool.name, tool]));
  const kindsOf = (name: string) => declared.get(name)?.accesses?.map(({ kind }) => kind) ?? [];
  for (const [name, settings] of Object.entries(config.tools)) {
    for (const key of COMMAND_KEYS) {
      if (settings[key] === undefined || kindsOf(name).includes('command')) continue;
      const others = [...declared.keys()].filter((other) => kindsOf(other).includes('command'));
      const path = `tools.${name}.${key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
      problems.push({
        origin: sources.where(path),
        path,
        message: `has no effect: only ${others.join(' and ')} ${others.length > 1 ? 'run' : 'runs'} command lines`,
        cure: `Move it to ${others.map((other) => `tools.${other}`).join(' or ')}.`,
      });
    }
    for (const key of ['allowed_paths', 'denied_paths'] as const) {
      const stated = key === 'allowed_paths' ? settings.allowedPaths : settings.deniedPaths;
      // A tool that is not known yet may still come from a definition, whose arguments may be paths.
      const mayTouchPaths = !declared.has(name) || kindsOf(name).some((kind) => kind !== 'address');
      if (stated === undefined || mayTouchPaths) continue;
      const path = `tools.${name}.${key}`;
      const message = `has no effect: ${name} has no path arguments that the policy judges`;
      problems.push({ origin: sources.where(path), path, message, cure: 'Remove it.' });
    }
    for (const key of ['allowed_paths', 'denied_paths', 'allowed_commands', 'denied_commands'] as const) {
      const values =
        {
          allowed_paths: settings.allowedPaths,
          denied_paths: settings.deniedPaths,
          allowed_commands: settings.allowedCommands,
          denied_commands: settings.deniedCommands,
        }[key] ?? [];
      values.forEach((value, index) => {
        const problem = entryProblem(value, key.endsWith('commands'));
        const path = `tools.${name}.${key}[${index}]`;
        if (problem) problems.push({ origin: sources.where(path), path, ...problem });
      });
    }
  }
  return [...problems, ...sandboxProblems(config, sources)];
}

function sandboxProblems({ sandbox, tools }: Config, sources: Sources): ConfigProblem[] {
  const paths = (['readable', 'writable'] as const).flatMap((key) =>
    sandbox[key].flatMap((value, index) => {
      const path = `sandbox.${key}[${index}]`;
      const problem = entryProblem(value, false);
      return problem ? [{ origin: sources.where(path), path, ...problem }] : [];
    }),
  );
  const outside = Object.keys(tools).filter((name) => tools[name]!.sandbox === false);
  if (sandbox.mode !== 'required') return paths;
  return [
    ...paths,
    ...outside.map((name) => {
      const path = `tools.${name}.sandbox`;
      const message = 'contradicts sandbox: required, under which nothing runs outside';
      return { origin: sources.where(path), path, message, cure: 'Remove it, or write sandbox: auto.' };
    }),
  ];
}

function entryProblem(value: string, command: boolean): { message: string; cure: string } | undefined {
  if (value.trim() === '' || value.includes('\0'))
    return { message: 'is empty', cure: 'Write a path or a name, or remove it.' };
  if (/[*?]/.test(value))
    return {
      message: `is a glob, which is not supported here (${value})`,
      cure: command ? 'Name each program.' : 'Name a directory: everything below it is included.',
    };
  if (value.startsWith('~'))
    return { message: `begins with ~, which is not expanded (${value})`, cure: 'Write the full path.' };
  if (command && /\s/.test(value))
    return {
      message: `contains more than the name of a command (${value})`,
      cure: 'Name the program alone.',
    };
  return undefined;
}
