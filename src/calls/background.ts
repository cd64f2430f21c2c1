import type { CallOutcome } from '../outcome';
import type { ToolContext } from '../tool-context';

/** A call as plain data, so that any engine, local or remote, can run it. */
export interface OperationRequest {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly caller: {
    /** Whose operation it is; see `ownerOf`. */
    readonly id: string;
    /** Where the caller's connection is held while the operation runs. */
    readonly connection?: string;
    readonly client?: string;
  };
}

/** Runs calls in the background; returns an id, or the result if it is ready soon enough. */
export interface BackgroundRunner {
  submit(request: OperationRequest, context: ToolContext): Promise<CallOutcome>;
}
