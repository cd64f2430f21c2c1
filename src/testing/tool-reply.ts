import { isObject } from '../base/json-value';
import type { WireResult } from '../outcome';
import type { Progress } from '../tool-context';
import { taskIn } from './task-reply';

/** What a tool answered, as a client receives it, and what was heard while it ran. */
export class ToolReply {
  constructor(
    readonly tool: string,
    /** The result as it was sent; the one of a task that was begun has no content. */
    readonly wire: WireResult,
    readonly progress: readonly Progress[],
    /** Where the tool threw, as lines of a stack within your own code; a client never learns of it. */
    readonly thrownAt: readonly string[] = [],
  ) {}

  get isError(): boolean {
    return this.wire.isError === true;
  }

  /** The text blocks of the answer, joined by newlines. */
  get text(): string {
    return this.wire.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  }

  /** The value that the tool returned; undefined for a failure. Text that is not JSON is the value itself. */
  get value(): unknown {
    if (this.isError) return undefined;
    const data = this.data;
    return isEnvelope(data) ? data['value'] : data;
  }

  /** The id of the operation that the call began, if this is not its result yet; `client.resultOf(reply)` waits for that. */
  get operation(): string | undefined {
    return taskIn(this.wire) ?? operationIn(this.data);
  }

  /** The message of a failure. */
  get error(): string | undefined {
    if (!this.isError) return undefined;
    const { data } = this;
    return isEnvelope(data) ? String(data['error']) : this.text;
  }

  /** The kind of a failure, such as `validation_error` or `not_found`, if the tool names one. */
  get errorType(): string | undefined {
    const { data } = this;
    return isEnvelope(data) && typeof data['error_type'] === 'string' ? data['error_type'] : undefined;
  }

  /** The class of the exception that ended the call, if one did. */
  get exceptionType(): string | undefined {
    const { data } = this;
    return isEnvelope(data) && typeof data['exception_type'] === 'string'
      ? data['exception_type']
      : undefined;
  }

  /** The message of the exception that ended the call, if one did. */
  get exceptionMessage(): string | undefined {
    const { data } = this;
    return isEnvelope(data) && typeof data['exception_message'] === 'string'
      ? data['exception_message']
      : undefined;
  }

  private get data(): unknown {
    if (this.wire.structuredContent !== undefined) return this.wire.structuredContent;
    try {
      return JSON.parse(this.text) as unknown;
    } catch {
      return this.text;
    }
  }
}

/** Returns whether a value is the reply of a tool, also one of another copy of this package. */
export function isReply(value: unknown): value is ToolReply {
  const { tool, wire } = (value ?? {}) as Partial<ToolReply>;
  return typeof tool === 'string' && typeof wire === 'object';
}

// What a call is answered with whose result wasn't ready soon enough.
function operationIn(data: unknown): string | undefined {
  if (!isObject(data)) return undefined;
  const { status, operation_id: id, job_id: job, tool } = data;
  const begun = status === 'started' && typeof id === 'string' && id === job && typeof tool === 'string';
  return begun ? id : undefined;
}

function isEnvelope(data: unknown): data is Record<string, unknown> {
  return (
    typeof data === 'object' && data !== null && typeof (data as { success?: unknown }).success === 'boolean'
  );
}
