import type { ToolRegistry } from './tool-registry';
import type { ToolShape } from '../tool/tool';

/** Which tools a client sees: all, only those it searched for, or only `run`; each with a way to find more. */
export type ExposureMode = 'all' | 'search' | 'code';

/** The tools through which the others are reached where they aren't listed. */
export interface ExposureWays {
  /** The tool that finds tools. */
  readonly finder: string;
  /** The tool that runs code with every tool as a function. */
  readonly runner: string;
  /** The tool that reads answers too large to send; any tool's answer may lead to it, so it is always listed. */
  readonly reader: string;
}

/** Decides what `tools/list` shows. Hidden tools can still be called; disabling them is up to the registry. */
export class Exposure {
  private readonly revealed = new Set<string>();

  constructor(
    private readonly registry: ToolRegistry,
    readonly mode: ExposureMode,
    private readonly ways: ExposureWays,
  ) {}

  /** Returns whether a tool is currently listed. */
  readonly visible = ({ name }: ToolShape): boolean => {
    const { finder, runner, reader } = this.ways;
    if (name === reader) return true;
    if (this.mode === 'all' || !this.registry.isEnabled(this.mode === 'code' ? runner : finder))
      return name !== finder;
    return name === finder || (this.mode === 'code' && name === runner) || this.revealed.has(name);
  };

  /** Lists more tools from now on and notifies clients; returns the names that were hidden before. */
  reveal(names: Iterable<string>): string[] {
    const added = [...names].filter((name) => {
      const tool = this.registry.get(name);
      return tool !== undefined && !this.visible(tool);
    });
    for (const name of added) this.revealed.add(name);
    if (added.length) this.registry.relist();
    return added;
  }
}
