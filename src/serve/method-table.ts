import { andThen } from '../base/awaitable';
import { renderOutcome } from '../calls/render';
import type { Logger } from '../logger';
import type { ToolRegistry } from '../registries/tool-registry';
import { checkedResult } from './checked-result';
import { greetingOf, type Greeting } from './greeting';
import type { Method, Params } from './method';
import { completionMethod } from './parts/completions';
import { ToolMethods } from './parts/tool-methods';
import type { Announced, ServerOptions, Watch } from './server-options';

/**
 * Everything a server can do, filled once by its parts and shared by all its connections, transports and eras. Each
 * lane reads it: docs/architecture.md, "The protocol room".
 */
export class MethodTable {
  readonly greeting: Greeting;
  readonly log: Logger;
  readonly tools: ToolMethods;
  readonly announced: readonly Announced[];
  /** Watches a resource, if the server has resources. */
  readonly watch: Watch | undefined;
  private readonly methods = new Map<string, Method>();

  constructor(
    readonly registry: ToolRegistry,
    readonly options: ServerOptions = {},
  ) {
    const { parts = [] } = options;
    this.greeting = greetingOf(options);
    this.log = options.log ?? registry.log;
    this.tools = new ToolMethods(registry, options, this.log);
    this.announced = [
      { method: 'notifications/tools/list_changed', onChange: (listener) => registry.onChange(listener) },
      ...parts.flatMap((part) => part.announces ?? []),
    ];
    this.watch = parts.find((part) => part.watch)?.watch;
    this.methods.set('tools/list', (params) => listResult(this.tools, params));
    this.methods.set('tools/call', (params, request) =>
      andThen(this.tools.call(params, request), (outcome) => checkedResult(renderOutcome(outcome))),
    );
    for (const part of parts)
      for (const [name, method] of Object.entries(part.methods)) this.methods.set(name, method);
    const completing = parts.flatMap((part) => part.completes ?? []);
    if (completing.length) this.methods.set('completion/complete', completionMethod(completing));
  }

  method(name: string): Method | undefined {
    return this.methods.get(name);
  }

  names(): Iterable<string> {
    return this.methods.keys();
  }
}

function listResult(tools: ToolMethods, params: Params): object {
  const { text, nextCursor } = tools.list(params);
  const listed = JSON.parse(`[${text}]`) as unknown[];
  return { tools: listed, ...(nextCursor !== undefined && { nextCursor }) };
}
