// How to write a tool: src/tools/README.md
import { CallToolArgs } from '../args/call-tool';
import { RETURNED } from '../args/returned';
import { withinCall } from '../calls/call-context';
import { Tool } from '../decorators';
import { ToolValidationError } from '../errors';
import { ToolRegistry } from '../registries/tool-registry';
import type { Result } from '../result';
import type { ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';

const SELF = 'call_tool';

/** Calls any tool by its name, so that a short list of tools never has to change. */
@Tool({
  args: CallToolArgs,
  returns: RETURNED.json,
  description: 'Call a tool by its name.',
  usage:
    'Find it with find_tools first, and pass the arguments in its signature. Its own rules apply, as if it were called directly.',
  examples: [
    {
      args: { name: 'echo', arguments: { message: 'Hello' } },
      explains: 'Calls echo and returns its result.',
    },
  ],
  category: 'discovery',
  tags: ['discovery'],
  timeoutSeconds: 0,
  annotations: {
    title: 'Call a tool',
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
})
export class CallTool {
  constructor(private readonly registry: ToolRegistry) {}

  async run(args: CallToolArgs, context: ToolContext): Promise<Result | ToolResult> {
    const { door, session, signal, log } = context;
    const known = this.registry.get(args.name, session);
    const name = known ? args.name : this.registry.bareName(args.name, session?.grant);
    if (name === SELF) throw new ToolValidationError(`${SELF} cannot call itself`, SELF);
    const { result } = await this.registry.call(name, args.arguments ?? {}, {
      door,
      signal,
      log,
      ...withinCall(context),
      progress: (update) => context.progress(update),
      ...(session && { session }),
    });
    return result;
  }
}
