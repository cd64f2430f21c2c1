import type { PathPolicy } from '../policy/path-policy';
import type { RunOptions } from '../process/run-options';
import type { ProcessExit } from '../process/process-exit';
import { DEFAULT_COMMAND_LIMITS } from '../process/process-limits';
import { runCommand } from '../process/run-pipeline';
import { findOnPath } from '../process/find-program';
import { programEnvironment } from './leaf-environment';
import type { DefinitionHost } from './definition-host';
import { leafRules } from './judge-leaf';
import type { Leaf } from './leaves';
import { sandboxCure } from './leaf-sandbox-cure';

/** The program to start, and its options. */
export interface ProgramStart extends Pick<RunOptions, 'cwd' | 'signal' | 'onOutput' | 'outputLimitBytes'> {
  readonly file: string;
  readonly words: readonly string[];
  /** Directories with its value files, which must be visible in a sandbox. */
  readonly directories?: readonly string[];
  /** The caller's roots, which its sandbox is narrowed to. */
  readonly clientRoots?: readonly string[] | undefined;
  /** An environment variable to withhold, whatever its name. */
  readonly withheld?: string | undefined;
  /** The position of the call in a trace, given to the program if the operator lists TRACEPARENT. */
  readonly traceparent?: string;
  /** 0 for none. */
  readonly timeoutSeconds: number;
}

/** How a program ended, and where it ran. */
export interface ProgramRun {
  readonly outcome: ProcessExit;
  /** How to give it more, if it failed in the sandbox for want of something. */
  readonly cure?: string;
}

/** Runs a definition's program under the operator's rules for its leaf: environment, output limit, sandbox. */
export async function runDefinition(
  leaf: Leaf,
  host: DefinitionHost,
  paths: PathPolicy,
  program: ProgramStart,
): Promise<ProgramRun> {
  const tool = leafRules(paths, leaf);
  const rules = paths.toolRules(tool);
  const {
    words,
    directories = [],
    clientRoots,
    withheld,
    timeoutSeconds,
    outputLimitBytes,
    traceparent,
    ...how
  } = program;
  const listed = rules.environment?.map((entry) => entry.value);
  const env = programEnvironment(
    withheld === undefined ? host.env : { ...host.env, [withheld]: undefined },
    listed,
  );
  if (traceparent !== undefined && listed?.includes('TRACEPARENT')) env['TRACEPARENT'] = traceparent;
  // Found here, so that in the sandbox no other program of that name takes its place.
  const file = findOnPath(program.file, env) ?? program.file;
  const local = leaf.annotations.openWorldHint === false;
  const sandbox = await host.sandbox?.(tool, { env, file, local, clientRoots });
  const limit = outputLimitBytes ?? rules.maxOutputBytes;
  const outcome = await runCommand({
    ...how,
    file,
    args: words,
    env: sandbox ? { ...env, TMPDIR: '/tmp' } : env,
    timeoutMs: timeoutSeconds * 1000,
    limits: paths.rules.limits ?? DEFAULT_COMMAND_LIMITS,
    ...(limit !== undefined && { outputLimitBytes: limit }),
    ...(sandbox && { sandbox: { ...sandbox, readable: [...sandbox.readable, ...directories] } }),
  });
  const cure = sandbox && sandboxCure(outcome, { tool, sandbox, mode: paths.rules.sandbox.mode });
  return { outcome, ...(cure !== undefined && { cure }) };
}
