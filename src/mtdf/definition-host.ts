import type { CallOptions } from '../calls/call-context';
import type { ObjectSchema } from '../base/json-schema';
import type { CallOutcome } from '../outcome';
import type { PathPolicy } from '../policy/path-policy';
import type { ProgramFacts } from '../policy/sandbox-plan';
import type { SandboxPlan } from '../process/bubblewrap';
import type { Definition } from './definition';

/** The environment in which tools made from definitions run. */
export interface DefinitionHost {
  /** The path policy, made on first use. */
  paths(): Promise<PathPolicy>;
  /** The server's own working directory. */
  readonly cwd: string;
  /** The server's own environment; programs get it without variables that look secret. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Directory for values that are passed in files. */
  readonly tempDir: string;
  /** Time limit of a definition that sets none. */
  readonly defaultTimeoutSeconds: number;
  /** Returns the operator's time limit for a tool of a definition, in seconds; 0 for none. */
  ruledTimeout?(tool: string, definition: string): number | undefined;
  /** The sandbox of a tool's programs, if there is one. */
  sandbox?(tool: string, facts: ProgramFacts): Promise<SandboxPlan | undefined>;
  /** Calls any tool of the registry, for sequences. */
  call(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<CallOutcome>;
  /** Returns the input schema of a registered tool, or undefined. */
  schemaOf(tool: string): ObjectSchema | undefined;
  /** Returns a loaded definition by name. */
  definition(name: string): Definition | undefined;
}
