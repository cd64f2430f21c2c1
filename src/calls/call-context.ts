import type { Logger } from '../logger';
import type { CallOutcome } from '../outcome';
import type { Door, Progress, Session, ToolContext } from '../tool-context';
import type { ToolResult } from '../tool-result';

/** What the door of a call passes along with it. */
export interface CallOptions {
  door: Door;
  session?: Session | undefined;
  signal?: AbortSignal | undefined;
  progress?: ((update: Progress) => void) | undefined;
  /** Stores a tool's result so far. */
  soFar?: (result: ToolResult) => void;
  log?: Logger;
  /** Time limit in seconds for a tool that sets none; defaults to that of the registry. */
  timeoutSeconds?: number;
  /** Writes no log lines; for tools called by prompts and other tools. */
  quiet?: boolean;
  /** Consent was given when this very call was taken; calls that the tool makes in turn are asked about. */
  consented?: boolean;
}

/** Calls another tool on behalf of a running one. */
export type InnerCall = (
  tool: string,
  args: Record<string, unknown>,
  options: CallOptions,
) => Promise<CallOutcome>;

/** The context of one call; its signal is created on first access. */
export class CallContext implements ToolContext {
  private controller: AbortController | undefined;
  private ended: unknown;
  private unlink: (() => void) | undefined;

  constructor(
    readonly tool: string,
    readonly log: Logger,
    private readonly options: CallOptions,
    private readonly innerCall: InnerCall,
    readonly budget?: number,
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

  /** Aborts whatever the call still has in progress. */
  abort(reason: Error): void {
    this.ended = reason;
    this.controller?.abort(reason);
    this.close();
  }

  /** Stops listening to the caller's signal. */
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
