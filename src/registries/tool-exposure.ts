import type { ToolRegistry } from './tool-registry';
import type { ToolShape } from '../tool/tool';

/** Which tools a client sees: all, or only those through which the others are found and called. */
export type ExposureMode = 'all' | 'search' | 'code';

/** The tools through which the others are reached where they aren't listed. */
export interface EntryTools {
  /** The tool that finds tools. */
  readonly finder: string;
  /** The tool that calls a tool by its name. */
  readonly caller: string;
  /** The tool that runs code with every tool as a function. */
  readonly runner: string;
  /** The tool that reads on in answers too large to send. */
  readonly reader: string;
}

/**
 * Decides what `tools/list` shows. It depends on the mode and on what is enabled, never on what an agent did: a list that changes breaks the client's
 * prompt cache. Hidden tools can still be called; disabling them is up to the registry.
 */
export class Exposure {
  constructor(
    private readonly registry: ToolRegistry,
    readonly mode: ExposureMode,
    private readonly ways: EntryTools,
  ) {}

  /** Returns whether a tool is listed. */
  readonly visible = ({ name }: ToolShape): boolean => {
    const { finder, caller, runner } = this.ways;
    const way = this.mode === 'code' ? runner : caller;
    const hides = this.mode !== 'all' && this.registry.isEnabled(finder) && this.registry.isEnabled(way);
    return hides ? name === finder || name === way : name !== finder && name !== caller;
  };
}
