import type { CallOptions } from '../../calls/call-context';
import { isObject } from '../../base/json-value';
import type { Logger } from '../../logger';
import type { CallOutcome } from '../../outcome';
import type { ToolRegistry } from '../../registries/tool-registry';
import type { Awaitable } from '../../base/awaitable';
import { MissingCapabilityError } from '../../errors';
import type { Grant } from '../../tool-context';
import { idempotencyKeyIn } from '../idempotency-key';
import { invalidParams, WireError } from '../wire-error';
import { taskSupportOf } from './tool-entries';
import { ToolList, type ListOptions } from './tool-list';
import type { ToolPage } from './tool-pages';

const METHOD_NOT_FOUND = -32601;

// Only the modern era has an error for a client that can't do what is needed.
function needsTask(name: string, follows: boolean | undefined): Error {
  return follows === undefined
    ? new WireError(METHOD_NOT_FOUND, `Tool ${name} must be called as a task`)
    : new MissingCapabilityError({ extensions: { 'io.modelcontextprotocol/tasks': {} } });
}

/** The tool methods of one connection, with the same answers in both lanes. */
export class ToolMethods {
  private readonly tools: ToolList;

  constructor(
    private readonly registry: ToolRegistry,
    options: ListOptions,
    log: Logger,
  ) {
    this.tools = new ToolList(registry, options, log);
  }

  /** Returns the page that `tools/list` requests, of one category if it names one. */
  list({ cursor, category }: Record<string, unknown>): ToolPage {
    if (cursor !== undefined && typeof cursor !== 'string')
      throw invalidParams('tools/list: cursor must be a string');
    if (category !== undefined && typeof category !== 'string')
      throw invalidParams('tools/list: category must be a string');
    const page = this.tools.page(cursor, category);
    if (!page) throw invalidParams(`tools/list: unknown cursor '${cursor}'; start again without one`);
    return page;
  }

  /** Calls the tool that `tools/call` names; synchronously if the tool is synchronous. */
  call(
    { name, arguments: args, _meta }: Record<string, unknown>,
    options: CallOptions,
  ): Awaitable<CallOutcome> {
    if (_meta !== undefined) options.idempotencyKey = idempotencyKeyIn(_meta);
    if (typeof name !== 'string') throw invalidParams('tools/call: name must be a string');
    if (args !== undefined && !isObject(args)) throw invalidParams('tools/call: arguments must be an object');
    let bare: string;
    try {
      bare = this.registry.bareName(name, options.session?.grant);
      if (options.task !== true && this.registry.get(bare)?.taskSupport === 'required')
        throw needsTask(name, options.task);
    } catch (error) {
      return this.registry.refuse(name, args ?? {}, options, error as Error);
    }
    return this.registry.callNow(bare, args ?? {}, options);
  }

  /** Returns how a tool can be called as a task; undefined if it can't. */
  taskSupport(name: unknown, grant: Grant | undefined): 'optional' | 'required' | undefined {
    if (typeof name !== 'string') throw invalidParams('tools/call: name must be a string');
    return taskSupportOf(this.registry.get(this.registry.bareName(name, grant)));
  }
}
