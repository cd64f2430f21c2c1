import { Resource } from '../decorators';
import { toolNamesLike, toolOrNearest } from '../discovery/find-by-name';
import { ToolRegistry } from '../registries/tool-registry';
import type { ToolContext } from '../tool-context';

/** The full four-section description of a tool, even if lists show only its first section. */
@Resource({
  uri: 'onetool://description/{name}',
  title: 'Description of a tool',
  description: 'The full description of one tool: schema, usage and examples.',
  mimeType: 'text/markdown',
})
export class OnetoolDescription {
  constructor(private readonly tools: ToolRegistry) {}

  read({ name = '' }: Record<string, string>, { session }: Pick<ToolContext, 'session'>): string {
    return toolOrNearest(this.tools, name, session).describe().description;
  }

  complete(_variable: string, value: string, { session }: Pick<ToolContext, 'session'>): string[] {
    return toolNamesLike(this.tools, value, session);
  }

  watch(_variables: Record<string, string>, changed: () => void): () => void {
    return this.tools.onChange(changed);
  }
}
