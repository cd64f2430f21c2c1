import type { CallOptions } from '../calls/call-context';
import type { ObjectSchema } from '../json-schema';
import type { CallOutcome } from '../outcome';
import type { PathPolicy } from '../policy/path-policy';
import type { SandboxPlan } from '../process/bubblewrap';
import type { Definition } from './definition';

/** What tools made from definitions are handed of the world around them. */
export interface DefinitionHost {
  /** Judges which paths may be touched; made on first need. */
  paths(): Promise<PathPolicy>;
  /** The server's own working directory. */
  readonly cwd: string;
  /** The server's own environment; programs see it without what looks secret. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where values that travel in files are put. */
  readonly tempDir: string;
  /** Seconds for a definition without a limit of its own. */
  readonly defaultTimeoutSeconds: number;
  /** The box a tool's programs run in, where there is one. */
  sandbox?(tool: string): Promise<SandboxPlan | undefined>;
  /** Calls any tool of the registry, for sequences. */
  call(tool: string, args: Record<string, unknown>, options: CallOptions): Promise<CallOutcome>;
  /** The arguments a tool of the registry takes; nothing when there is no such tool. */
  schemaOf(tool: string): ObjectSchema | undefined;
  /** The definition of a name, among all that are loaded. */
  definition(name: string): Definition | undefined;
}
