import type { Logger } from '../logger';
import type { CallOutcome } from '../outcome';
import type { Door, Progress, Session, ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';

/** What a door says of a call. */
export interface CallOptions {
  door: Door;
  session?: Session | undefined;
  signal?: AbortSignal | undefined;
  progress?: ((update: Progress) => void) | undefined;
  /** Keeps what a tool says it would give if it ended now. */
  soFar?: (result: ToolResult) => void;
  log?: Logger;
  /** Seconds for a tool without a limit of its own; the registry's default otherwise. */
  timeoutSeconds?: number;
  /** No log lines: for tools that are called by prompts and other tools. */
  quiet?: boolean;
}

/** Calls another tool on behalf of a running one. */
export type InnerCall = (
  tool: string,
  args: Record<string, unknown>,
  options: CallOptions,
) => Promise<CallOutcome>;

/** The context of one call; its signal is only made when somebody looks at it. */
export class CallContext implements ToolContext {
  private controller: AbortController | undefined;
  private ended: unknown;
  private unlink: (() => void) | undefined;

  constructor(
    readonly tool: string,
    readonly log: Logger,
    private readonly options: CallOptions,
    private readonly innerCall: InnerCall,
  ) {}

  get door(): Door {
    return this.options.door;
  }

  get session(): Session | undefined {
    return this.options.session;
  }

  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.ended !== undefined) this.controller.abort(this.ended);
      else this.follow(this.options.signal);
    }
    return this.controller.signal;
  }

  progress(update: Progress): void {
    if (this.ended === undefined) this.options.progress?.(update);
  }

  soFar(result: ToolResult): void {
    if (this.ended === undefined) this.options.soFar?.(result);
  }

  call(tool: string, args: Record<string, unknown> = {}): Promise<CallOutcome> {
    const door = this.door === 'client' ? 'tool' : this.door;
    const { session } = this.options;
    return this.innerCall(tool, args, {
      door,
      signal: this.signal,
      quiet: true,
      log: this.log,
      ...(session && { session }),
    });
  }

  /** Aborts what the call still has under way. */
  abort(reason: Error): void {
    this.ended = reason;
    this.controller?.abort(reason);
    this.close();
  }

  /** Lets go of the caller's signal. */
  close(): void {
    this.unlink?.();
    this.unlink = undefined;
  }

  private follow(outer: AbortSignal | undefined): void {
    if (!outer) return;
    if (outer.aborted) return this.controller!.abort(outer.reason);
    const onAbort = () => this.controller!.abort(outer.reason);
    outer.addEventListener('abort', onAbort, { once: true });
    this.unlink = () => outer.removeEventListener('abort', onAbort);
  }
}
