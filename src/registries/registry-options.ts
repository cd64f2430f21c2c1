import type { ContainerInstance } from 'typedi';
import type { AnswerLimiter } from '../calls/answer-limiter';
import type { ConsentMode } from '../calls/consent';
import type { CallRecords } from '../calls/keys/call-records';
import type { Guard } from '../calls/pipeline';
import type { Logger } from '../logger';
import type { OutputMode } from '../tool/class-description';
import type { Manifest, ManifestJson } from '../tool/manifest';
import type { ToolShape } from '../tool/tool';

/** The options of a registry; all have defaults. */
export interface RegistryOptions {
  /** The prefix of tools without one of their own; none by default. */
  prefix?: string;
  /** Where instances come from; by default a container that the registry creates. */
  container?: ContainerInstance;
  log?: Logger;
  /** Time limit in seconds for tools without one of their own; 0 for none. */
  defaultTimeoutSeconds?: number;
  /** Seconds that an operator gives a tool, over what the tool says itself; undefined to leave it as it is. */
  timeLimitOf?: (tool: ToolShape) => number | undefined;
  /** The output of the build-time generator. */
  manifest?: Manifest | ManifestJson;
  consent?: ConsentMode;
  guards?: readonly Guard[];
  /** What tools with an `output` class publish and send: the Result around the value (the default), or the value alone. */
  output?: OutputMode;
  /** Skips tools that can't be registered, and leaves it to `verify` to report them with all other mistakes. */
  keepProblems?: boolean;
  /** Bounds what clients are sent; without it every answer is sent whole. */
  answers?: AnswerLimiter;
  /** Where calls with an idempotency key are remembered; in this process by default. */
  records?: () => Promise<CallRecords>;
}
