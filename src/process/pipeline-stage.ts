import type { Writable } from 'node:stream';
import type { ProcessGroup } from './process-group';

/** One started command of a pipeline. */
export interface Stage {
  readonly stdin: Writable | null;
  readonly group: ProcessGroup;
  /** Whether the group is led by a launcher, which is no process of the command's own. */
  readonly isLaunched: boolean;
  readonly done: Promise<StageEnd>;
}

/** How a command ended; `problem` says why it was not started at all. */
export interface StageEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly problem?: string;
}
