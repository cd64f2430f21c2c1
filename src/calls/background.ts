import type { CallOutcome } from '../outcome';
import type { ToolContext } from '../tool-context';

/** A call described by data alone, so that any engine, here or on another machine, can carry it out. */
export interface OperationRequest {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly caller: { readonly session?: string; readonly client?: string };
}

/** Takes calls that go on in the background; answers with an id, or with the result when it is soon there. */
export interface BackgroundRunner {
  submit(request: OperationRequest, context: ToolContext): Promise<CallOutcome>;
}
