import { Resource } from '../decorators';
import { detailOf } from '../discovery/tool-detail';
import { toolNamesLike, toolOrNearest } from '../discovery/find-by-name';
import { PromptsConfig } from '../prompts-config/prompts-config';
import { ToolRegistry } from '../registries/tool-registry';
import type { ToolContext } from '../tool-context';

/** The details of one tool, as JSON. */
@Resource({
  uri: 'onetool://tool/{name}',
  title: 'One tool',
  description: 'Signature, description, arguments and examples of one tool.',
  mimeType: 'application/json',
})
export class OnetoolTool {
  constructor(
    private readonly tools: ToolRegistry,
    private readonly config: PromptsConfig,
  ) {}

  read({ name = '' }: Record<string, string>, { session }: Pick<ToolContext, 'session'>): string {
    const tool = toolOrNearest(this.tools, name, session);
    return JSON.stringify(detailOf(tool, this.tools.isEnabled(name), this.config.examplesOf(name)));
  }

  complete(_variable: string, value: string, { session }: Pick<ToolContext, 'session'>): string[] {
    return toolNamesLike(this.tools, value, session);
  }

  watch(_variables: Record<string, string>, changed: () => void): () => void {
    return this.tools.onChange(changed);
  }
}
