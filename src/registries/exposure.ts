import type { ToolRegistry } from './tool-registry';
import type { Tool } from '../tool/tool';

/** Which tools a client sees: all, only those it searched for, or only `run`; each with the means to find more. */
export type ExposureMode = 'all' | 'search' | 'code';

const FINDER = 'find_tools';
const RUNNER = 'run';

/** Decides what `tools/list` shows. What it hides can still be called: switching off is the registry's business. */
export class Exposure {
  private readonly revealed = new Set<string>();

  constructor(
    private readonly registry: ToolRegistry,
    readonly mode: ExposureMode,
  ) {}

  /** Whether a tool is listed now. */
  readonly visible = ({ name }: Tool): boolean => {
    if (this.mode === 'all' || !this.registry.isEnabled(this.mode === 'code' ? RUNNER : FINDER))
      return name !== FINDER;
    return name === FINDER || (this.mode === 'code' && name === RUNNER) || this.revealed.has(name);
  };

  /** Shows further tools from now on and tells clients; gives the names that were hidden before. */
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
