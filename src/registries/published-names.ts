import { exposedName, nearestNames } from '../base/names';
import { ToolNotFoundError } from '../errors';
import type { ToolShape } from '../tool/tool';
import type { Grant } from '../tool-context';

/** Finds the tools of a registry by their published names; only names that differ from the bare ones take room. */
export class PublishedNames {
  private readonly renamed = new Map<string, string>();

  constructor(
    private readonly tools: ReadonlyMap<string, ToolShape>,
    private readonly prefix: string,
  ) {}

  of(tool: ToolShape): string {
    return exposedName(tool.name, tool.prefix, this.prefix);
  }

  find(published: string): ToolShape | undefined {
    const renamed = this.renamed.get(published);
    if (renamed !== undefined) return this.tools.get(renamed);
    const tool = this.tools.get(published);
    return tool && this.of(tool) === published ? tool : undefined;
  }

  /** Returns the bare name; throws with the nearest names if there is none, or if it isn't granted. */
  bareName(published: string, grant?: Grant): string {
    const name = this.find(published)?.name;
    if (name !== undefined && (!grant || grant.allows(name))) return name;
    const shown = [...this.tools.values()].filter((tool) => !grant || grant.allows(tool.name));
    const names = shown.map((tool) => this.of(tool));
    throw new ToolNotFoundError(published, nearestNames(published, names));
  }

  add(tools: readonly ToolShape[]): void {
    if (this.prefix === '' && !tools.some(hasPrefix)) return;
    for (const tool of tools) {
      const published = this.of(tool);
      if (published !== tool.name) this.renamed.set(published, tool.name);
    }
  }

  remove(tool: ToolShape): void {
    this.renamed.delete(this.of(tool));
  }
}

/** Returns whether a tool states a prefix of its own. */
export function hasPrefix({ prefix }: ToolShape): boolean {
  return prefix !== undefined;
}
