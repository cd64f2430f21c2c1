import type { PathPolicy } from '../policy/path-policy';
import type { RunOptions } from '../process/run-options';
import type { ProcessExit } from '../process/process-exit';
import { runCommand } from '../process/run-pipeline';
import { programEnvironment } from './environment';
import type { DefinitionHost } from './host';
import { leafRules } from './judge-leaf';
import type { Leaf } from './leaves';

/** The program to start, and its options. */
export interface Program extends Pick<RunOptions, 'cwd' | 'signal' | 'onOutput' | 'outputLimitBytes'> {
  readonly file: string;
  readonly words: readonly string[];
  /** Directories with its value files, which must be visible in a sandbox. */
  readonly directories?: readonly string[];
  /** An environment variable to withhold, whatever its name. */
  readonly withheld?: string | undefined;
  /** 0 for none. */
  readonly timeoutSeconds: number;
}

/** Runs a definition's program under the operator's rules for its leaf: environment, output limit, sandbox. */
export async function runProgram(
  leaf: Leaf,
  host: DefinitionHost,
  paths: PathPolicy,
  program: Program,
): Promise<ProcessExit> {
  const rules = paths.toolRules(leafRules(paths, leaf));
  const sandbox = await host.sandbox?.(leafRules(paths, leaf));
  const { file, words, directories = [], withheld, timeoutSeconds, outputLimitBytes, ...how } = program;
  const limit = outputLimitBytes ?? rules.maxOutputBytes;
  return runCommand({
    ...how,
    file,
    args: words,
    env: programEnvironment(
      withheld === undefined ? host.env : { ...host.env, [withheld]: undefined },
      rules.environment?.map((entry) => entry.value),
    ),
    timeoutMs: timeoutSeconds * 1000,
    ...(limit !== undefined && { outputLimitBytes: limit }),
    ...(sandbox && { sandbox: { ...sandbox, readable: [...sandbox.readable, ...directories] } }),
  });
}
