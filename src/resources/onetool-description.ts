import { Resource } from '../decorators';
import { toolNamesLike, toolOrNearest } from '../discovery/find-by-name';
import { ToolRegistry } from '../registries/tool-registry';

/** The full four-section description of a tool, even if lists show only its first section. */
@Resource({
  uri: 'onetool://description/{name}',
  title: 'Description of a tool',
  description: 'The full description of one tool: schema, usage and examples.',
  mimeType: 'text/markdown',
})
export class OnetoolDescription {
  constructor(private readonly tools: ToolRegistry) {}

  read({ name = '' }: Record<string, string>): string {
    return toolOrNearest(this.tools, name).describe().description;
  }

  complete(_variable: string, value: string): string[] {
    return toolNamesLike(this.tools, value);
  }

  watch(_variables: Record<string, string>, changed: () => void): () => void {
    return this.tools.onChange(changed);
  }
}
