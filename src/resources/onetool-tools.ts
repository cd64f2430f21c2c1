import { Resource } from '../decorators';
import { briefOf } from '../discovery/tool-detail';
import { ToolRegistry } from '../registries/tool-registry';
import type { ToolContext } from '../tool-context';

/** Every enabled tool that the caller may call, with its signature, as one JSON array. */
@Resource({
  uri: 'onetool://tools',
  title: 'Tools',
  description: 'Every tool with its signature and purpose.',
  mimeType: 'application/json',
})
export class OnetoolTools {
  constructor(private readonly tools: ToolRegistry) {}

  read(_variables: Record<string, string>, { session }: Pick<ToolContext, 'session'>): string {
    return JSON.stringify(this.tools.list({ enabledOnly: true, session }).map(briefOf));
  }

  watch(_variables: Record<string, string>, changed: () => void): () => void {
    return this.tools.onChange(changed);
  }
}
