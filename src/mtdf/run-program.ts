import type { PathPolicy } from '../policy/path-policy';
import type { RunOptions } from '../process/run-options';
import type { ProcessExit } from '../process/process-exit';
import { runCommand } from '../process/run-pipeline';
import { programEnvironment } from './environment';
import type { DefinitionHost } from './host';
import { leafRules } from './judge-paths';
import type { Leaf } from './leaves';

/** What is started, and how it is heard. */
export interface Program extends Pick<RunOptions, 'cwd' | 'signal' | 'onOutput' | 'outputLimitBytes'> {
  readonly file: string;
  readonly words: readonly string[];
  /** Directories that hold its values, and that it must see in a sandbox. */
  readonly directories?: readonly string[];
  /** A variable that it must not see, whatever its name. */
  readonly withheld?: string | undefined;
  /** 0 for none. */
  readonly timeoutSeconds: number;
}

/** Runs a definition's program as the operator's rules for its leaf have it: environment, output, sandbox. */
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
